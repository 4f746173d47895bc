namespace Landspeed.Streams;

/// <summary>How a writer reserves space beyond the end of its file.</summary>
public enum SpaceGrowth
{
    /// <summary>
    /// Blocks and length are reserved ahead in steps of 64 MiB, doubling up to 1 GiB, once a whole request has been
    /// written; flushing and closing cut the file to what was written. Direct writes beyond the end take turns on most file systems, writes
    /// into reserved space do not. A process that is killed leaves the file longer, with zeros at its end.
    /// </summary>
    InSteps,

    /// <summary>Nothing is reserved: each write lengthens the file.</summary>
    None,
}
