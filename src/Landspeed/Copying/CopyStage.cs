namespace Landspeed.Copying;

/// <summary>What the request of a slot does.</summary>
internal enum CopyStage
{
    /// <summary>Reads a piece from the source, to write it.</summary>
    Reading,

    /// <summary>Reads a piece from the source whose copy an interrupted run left.</summary>
    ReadingAgain,

    /// <summary>Reads that copy.</summary>
    Comparing,

    /// <summary>Reads the piece once more, because its copy differs.</summary>
    ReadingToMend,

    /// <summary>Writes it.</summary>
    Writing,
}
