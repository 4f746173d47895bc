using Landspeed.Platform;

namespace Landspeed.Experiments.Hints;

/// <summary>What the experiment on access hints reads. Immutable; checked when it is planned.</summary>
public sealed record HintOptions
{
    /// <summary>Directory in which the files are made, in one of their own, and removed again.</summary>
    public required FilePath Directory { get; init; }

    /// <summary>A directory whose regular files are read in the place of ones that are made; nothing is written then. Null: files are made.</summary>
    public FilePath? FilesOf { get; init; }

    /// <summary>Files, 1 to 1,000,000; default 1,000. Ignored with <see cref="FilesOf"/>, as the size of each.</summary>
    public int Files { get; init; } = 1_000;

    /// <summary>Bytes of each file; default 1 MiB.</summary>
    public long FileSize { get; init; } = 1L << 20;

    /// <summary>Bytes used of each file, at most its size (of a person's shorter file all); default 10,000. The whole pattern uses all.</summary>
    public long Bytes { get; init; } = 10_000;

    /// <summary>Reads in which they are used, 1 to as many as there are bytes; default 2.</summary>
    public int Reads { get; init; } = 2;

    /// <summary>Which part is read; default the header.</summary>
    public AccessPattern Pattern { get; init; } = AccessPattern.Header;

    /// <summary>The hints; one or more; default all.</summary>
    public IReadOnlyList<AccessHint> Hints { get; init; } = Enum.GetValues<AccessHint>();

    /// <summary>Runs of each hint, 1 to 100; default 5.</summary>
    public int Repetitions { get; init; } = 5;

    /// <summary>Whether more runs were asked for.</summary>
    public bool Full { get; init; }

    /// <summary>Start of the pseudo-random order and data.</summary>
    public required ulong Seed { get; init; }

    /// <summary>Whether the files stay; default no.</summary>
    public bool Keep { get; init; }
}
