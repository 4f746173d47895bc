namespace Landspeed.Results.Extents;

/// <summary>How files are stored on their volumes: a section of the one run.</summary>
public sealed record ExtentsSection
{
    /// <summary>Maximum number of problems listed: 1,000.</summary>
    public const int MaximumProblems = 1000;

    /// <summary>Whether dirty data was written back first; otherwise some of it may not yet have an address.</summary>
    public required bool WrittenBack { get; init; }

    /// <summary>Entries by kind.</summary>
    public required ExtentsCountsRecord Counts { get; init; }

    /// <summary>All files together; runs and jumps are those within files.</summary>
    public required ExtentsTotalsRecord Totals { get; init; }

    /// <summary>
    /// Those with the most runs first: named files, and files of a tree with more than one run. With the list of
    /// extents: all files, in the order in which they were read.
    /// </summary>
    public IReadOnlyList<FileExtentsRecord> ListedFiles { get => field ?? []; init; }

    /// <summary>The free space of the volumes of the named files and directories; empty if not requested.</summary>
    public IReadOnlyList<FreeSpaceRecord> Volumes
    {
        get;
        init => field = value ?? []; // results from before it was read lack it
    } = [];

    /// <summary>What was left out or went wrong, at most <see cref="MaximumProblems"/>.</summary>
    public IReadOnlyList<ExtentsProblemRecord> Problems { get => field ?? []; init; }
}

/// <summary>Entries found, by kind.</summary>
public sealed record ExtentsCountsRecord
{
    /// <summary>Files whose extents were read, each once.</summary>
    public required long Files { get; init; }

    /// <summary>Of those, files without a byte.</summary>
    public required long EmptyFiles { get; init; }

    /// <summary>Of those, files that changed while they were read.</summary>
    public required long ChangedFiles { get; init; }

    /// <summary>Further names of files that had already been read.</summary>
    public required long HardLinks { get; init; }

    /// <summary>Directories.</summary>
    public required long Directories { get; init; }

    /// <summary>Symbolic links, which are not followed.</summary>
    public required long SymbolicLinks { get; init; }

    /// <summary>FIFOs, sockets and devices, which have no extents.</summary>
    public required long SpecialFiles { get; init; }

    /// <summary>Entries on other file systems, which were not entered.</summary>
    public required long OtherFileSystems { get; init; }

    /// <summary>Files and directories that were removed during the run.</summary>
    public required long Vanished { get; init; }

    /// <summary>Files on file systems that do not report where data is stored.</summary>
    public required long NotReported { get; init; }

    /// <summary>Files and directories that cannot be read, and names that refer to neither.</summary>
    public required long Unreadable { get; init; }

    /// <summary>All problems, including those beyond the list.</summary>
    public required long Problems { get; init; }
}

/// <summary>What was left out, or went wrong.</summary>
public sealed record ExtentsProblemRecord
{
    /// <summary>The kind: <c>failed</c>, <c>not_reported</c>, <c>vanished</c> or <c>changed</c>.</summary>
    public required string Kind { get; init; }

    /// <summary>The entry's path for display, control characters escaped.</summary>
    public required string Path { get; init; }

    /// <summary>The path's bytes in base64 if it is not UTF-8; otherwise null.</summary>
    public string? PathBase64 { get; init; }

    /// <summary>What failed, on what, and why.</summary>
    public required string Message { get; init; }
}
