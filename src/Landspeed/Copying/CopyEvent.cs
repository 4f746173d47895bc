namespace Landspeed.Copying;

/// <summary>What happened to one entry.</summary>
public sealed record CopyEvent
{
    internal CopyEvent(CopyAction action, FilePath path, long bytes) => (Action, Path, Bytes) = (action, path, bytes);

    /// <summary>What was done.</summary>
    public CopyAction Action { get; internal init; }

    /// <summary>The entry's path below the source, or the source itself if it is a file.</summary>
    public FilePath Path { get; internal init; }

    /// <summary>Bytes of content, including holes; 0 for entries without content.</summary>
    public long Bytes { get; internal init; }

    /// <summary>How the bytes were moved, and why, or null if none were.</summary>
    public CopyDecision? Decision { get; internal init; }

    /// <summary>The requested digests in their order, as lower-case hexadecimal digits.</summary>
    public IReadOnlyList<string> Digests { get; internal init; } = [];

    /// <summary>What went wrong, or null if nothing did.</summary>
    public CopyProblem? Problem { get; internal init; }
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
public sealed record CopyDecision
{
    internal CopyDecision(CopyStrategy strategy, IoMode sourceMode, IoMode targetMode, string reason) =>
        (Strategy, SourceMode, TargetMode, Reason) = (strategy, sourceMode, targetMode, reason);

    /// <summary>The strategy used; never <see cref="CopyStrategy.Automatic"/>.</summary>
    public CopyStrategy Strategy { get; internal init; }

    /// <summary>How the source was read.</summary>
    public IoMode SourceMode { get; internal init; }

    /// <summary>How the target was written.</summary>
    public IoMode TargetMode { get; internal init; }

    /// <summary>The reason, as a sentence without a full stop.</summary>
    public string Reason { get; internal init; }

    /// <summary>True if blocks are shared, so that no bytes were moved.</summary>
    public bool IsReflink { get; internal init; }
}
