using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>What happened to one entry.</summary>
/// <param name="Action">What was done.</param>
/// <param name="Path">The entry below the source, or the source itself where that is a file.</param>
/// <param name="Bytes">Bytes of content, holes included; 0 for what has none.</param>
public sealed record CopyEvent(CopyAction Action, FilePath Path, long Bytes)
{
    /// <summary>How the bytes were moved, and why; null where none went.</summary>
    public CopyDecision? Decision { get; init; }

    /// <summary>The digests asked for, in their order, in lower-case hexadecimal digits.</summary>
    public IReadOnlyList<string> Digests { get; init; } = [];

    /// <summary>What went wrong; null when nothing did.</summary>
    public CopyProblem? Problem { get; init; }
}

/// <summary>What was done with one entry, or would be.</summary>
public enum CopyAction
{
    /// <summary>A file's bytes were copied.</summary>
    Copied,

    /// <summary>A file was made that shares the source's blocks.</summary>
    Reflinked,

    /// <summary>The target has the same length and time already.</summary>
    UpToDate,

    /// <summary>A directory was made.</summary>
    DirectoryMade,

    /// <summary>A symbolic link was made.</summary>
    LinkMade,

    /// <summary>A further name of a file already copied was made.</summary>
    HardLinkMade,

    /// <summary>A FIFO, socket or device node was made.</summary>
    SpecialMade,

    /// <summary>An entry of the target that the source lacks was removed.</summary>
    Removed,

    /// <summary>Left alone: see the problem, or the target is newer.</summary>
    Skipped,

    /// <summary>Not done: see the problem.</summary>
    Failed,
}

/// <summary>How a file's bytes were moved, and why.</summary>
/// <param name="Strategy">The strategy; never <see cref="CopyStrategy.Automatic"/>.</param>
/// <param name="SourceMode">How the source was read.</param>
/// <param name="TargetMode">How the target was written.</param>
/// <param name="Reason">Why, in a sentence without a full stop.</param>
public sealed record CopyDecision(CopyStrategy Strategy, IoMode SourceMode, IoMode TargetMode, string Reason)
{
    /// <summary>Whether blocks are shared, so that no byte was moved.</summary>
    public bool IsReflink { get; init; }
}
