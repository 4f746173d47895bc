namespace Landspeed.Experiments.Hints;

/// <summary>What the experiment on access hints reads. Immutable; checked when it is planned.</summary>
public sealed record HintOptions
{
    /// <summary>Directory in which the files are created, in a subdirectory, and removed again.</summary>
    public required FilePath Directory { get; init; }

    /// <summary>
    /// A directory whose regular files are read instead of created ones; nothing is written then. Null to create files.
    /// </summary>
    public FilePath? FilesOf { get; init; }

    /// <summary>
    /// Number of files, 1 to 1,000,000; default 1,000. Ignored with <see cref="FilesOf"/>, like the size of each.
    /// </summary>
    public int Files { get; init; } = 1_000;

    /// <summary>Bytes of each file; default 1 MiB.</summary>
    public long FileSize { get; init; } = 1L << 20;

    /// <summary>
    /// Bytes used of each file, at most its size (all of a user's file that is shorter); default 10,000. The whole
    /// pattern uses all.
    /// </summary>
    public long Bytes { get; init; } = 10_000;

    /// <summary>Number of reads in which they are used, 1 to the number of bytes; default 2.</summary>
    public int Reads { get; init; } = 2;

    /// <summary>The part that is read; default the header.</summary>
    public AccessPattern Pattern { get; init; } = AccessPattern.Header;

    /// <summary>The hints; one or more; default all.</summary>
    public IReadOnlyList<AccessHint> Hints { get; init; } = Enum.GetValues<AccessHint>();

    /// <summary>Runs of each hint, 1 to 100; default 5.</summary>
    public int Repetitions { get; init; } = 5;

    /// <summary>Whether more runs were requested.</summary>
    public bool Full { get; init; }

    /// <summary>Seed of the pseudo-random order and data.</summary>
    public required ulong Seed { get; init; }

    /// <summary>Whether the files are kept; default no.</summary>
    public bool Keep { get; init; }
}
