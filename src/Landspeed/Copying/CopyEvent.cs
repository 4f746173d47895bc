using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>What happened to one entry.</summary>
/// <param name="Action">What was done.</param>
/// <param name="Path">The entry's path below the source, or the source itself if it is a file.</param>
/// <param name="Bytes">Bytes of content, including holes; 0 for entries without content.</param>
public sealed record CopyEvent(CopyAction Action, FilePath Path, long Bytes)
{
    /// <summary>How the bytes were moved, and why, or null if none were.</summary>
    public CopyDecision? Decision { get; init; }

    /// <summary>The requested digests in their order, as lower-case hexadecimal digits.</summary>
    public IReadOnlyList<string> Digests { get; init; } = [];

    /// <summary>What went wrong, or null if nothing did.</summary>
    public CopyProblem? Problem { get; init; }
}

/// <summary>What was done with one entry, or would be done in a dry run.</summary>
public enum CopyAction
{
    /// <summary>A file's bytes were copied.</summary>
    Copied,

    /// <summary>A file was created that shares the source's blocks.</summary>
    Reflinked,

    /// <summary>The target already has the same length and time.</summary>
    UpToDate,

    /// <summary>A directory was created.</summary>
    DirectoryMade,

    /// <summary>A symbolic link was created.</summary>
    LinkMade,

    /// <summary>Another name was created for a file already copied.</summary>
    HardLinkMade,

    /// <summary>A FIFO, socket or device node was created.</summary>
    SpecialMade,

    /// <summary>An entry of the target that the source lacks was removed.</summary>
    Removed,

    /// <summary>Left alone: the problem says why, or the target is newer.</summary>
    Skipped,

    /// <summary>Failed: the problem says why.</summary>
    Failed,
}

/// <summary>How a file's bytes were moved, and why.</summary>
/// <param name="Strategy">The strategy used; never <see cref="CopyStrategy.Automatic"/>.</param>
/// <param name="SourceMode">How the source was read.</param>
/// <param name="TargetMode">How the target was written.</param>
/// <param name="Reason">The reason, as a sentence without a full stop.</param>
public sealed record CopyDecision(CopyStrategy Strategy, IoMode SourceMode, IoMode TargetMode, string Reason)
{
    /// <summary>True if blocks are shared, so that no bytes were moved.</summary>
    public bool IsReflink { get; init; }
}
