namespace Landspeed.Experiments.Results.Extents;

/// <summary>How files lie on their volumes: a section of the one run.</summary>
public sealed record ExtentsSection
{
    /// <summary>How many problems are listed at most: 1,000.</summary>
    public const int MaximumProblems = 1000;

    /// <summary>Whether dirty data was written back first; else some of it may have no address yet.</summary>
    public required bool WrittenBack { get; init; }

    /// <summary>Entries by what they are.</summary>
    public required ExtentsCountsRecord Counts { get; init; }

    /// <summary>All files together; runs and jumps are those within files.</summary>
    public required ExtentsTotalsRecord Totals { get; init; }

    /// <summary>Those with the most runs first: files that were named, and of a tree those with more than one run; with the list of
    /// extents all files, in the order in which they were read.</summary>
    public IReadOnlyList<FileExtentsRecord> ListedFiles { get => field ?? []; init; }

    /// <summary>The free space of the volumes of the files and directories that were named; empty: not asked for.</summary>
    public IReadOnlyList<FreeSpaceRecord> Volumes
    {
        get;
        init => field = value ?? []; // results of before it was read lack it
    } = [];

    /// <summary>What was left out or went wrong, at most <see cref="MaximumProblems"/>.</summary>
    public IReadOnlyList<ExtentsProblemRecord> Problems { get => field ?? []; init; }
}

/// <summary>Entries that were met, by what they are.</summary>
public sealed record ExtentsCountsRecord
{
    /// <summary>Files whose extents were read, each once.</summary>
    public required long Files { get; init; }

    /// <summary>Of those, without a byte.</summary>
    public required long EmptyFiles { get; init; }

    /// <summary>Of those, changed while they were read.</summary>
    public required long ChangedFiles { get; init; }

    /// <summary>Further names of files that were read already.</summary>
    public required long HardLinks { get; init; }

    /// <summary>Directories.</summary>
    public required long Directories { get; init; }

    /// <summary>Symbolic links, which are not followed.</summary>
    public required long SymbolicLinks { get; init; }

    /// <summary>FIFOs, sockets and devices, which have no extents.</summary>
    public required long SpecialFiles { get; init; }

    /// <summary>Entries on other file systems, which were not entered.</summary>
    public required long OtherFileSystems { get; init; }

    /// <summary>Files and directories that were removed meanwhile.</summary>
    public required long Vanished { get; init; }

    /// <summary>Files on file systems that do not report where they lie.</summary>
    public required long NotReported { get; init; }

    /// <summary>Files and directories that cannot be read, and names that stand for neither.</summary>
    public required long Unreadable { get; init; }

    /// <summary>All problems, also those beyond the list.</summary>
    public required long Problems { get; init; }
}

/// <summary>What was left out, or went wrong.</summary>
public sealed record ExtentsProblemRecord
{
    /// <summary>What kind: <c>failed</c>, <c>not_reported</c>, <c>vanished</c> or <c>changed</c>.</summary>
    public required string Kind { get; init; }

    /// <summary>The entry's path for people, control characters escaped.</summary>
    public required string Path { get; init; }

    /// <summary>The path's bytes in base64, when it is not UTF-8; else null.</summary>
    public string? PathBase64 { get; init; }

    /// <summary>What failed, on what, and why.</summary>
    public required string Message { get; init; }
}
