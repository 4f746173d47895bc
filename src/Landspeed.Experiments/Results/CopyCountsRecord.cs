namespace Landspeed.Experiments.Results;

/// <summary>Entries of a copy by what happened to them.</summary>
public sealed record CopyCountsRecord
{
    /// <summary>Files whose bytes were copied and have their name.</summary>
    public required long FilesCopied { get; init; }

    /// <summary>Files made that share the source's blocks.</summary>
    public required long FilesReflinked { get; init; }

    /// <summary>Files that needed nothing.</summary>
    public required long FilesUpToDate { get; init; }

    /// <summary>Entries left alone.</summary>
    public required long EntriesSkipped { get; init; }

    /// <summary>Entries that could not be copied.</summary>
    public required long EntriesFailed { get; init; }

    /// <summary>Directories made.</summary>
    public required long Directories { get; init; }

    /// <summary>Symbolic links made.</summary>
    public required long SymbolicLinks { get; init; }

    /// <summary>Further names made of files already copied.</summary>
    public required long HardLinks { get; init; }

    /// <summary>FIFOs, sockets and device nodes made.</summary>
    public required long SpecialFiles { get; init; }

    /// <summary>Entries of the target removed.</summary>
    public required long Removed { get; init; }

    /// <summary>All problems, also those beyond the list.</summary>
    public required long Problems { get; init; }
}
