namespace Landspeed.Experiments.Fragmenting;

/// <summary>One file and its layout. Immutable; checked by the plan, not here.</summary>
public sealed record FragmentOptions
{
    /// <summary>
    /// Default maximum number of runs, 65,536: volumes with discard need seconds to remove this many.
    /// </summary>
    public const int UsualMostRuns = 65_536;

    /// <summary>Maximum number of runs that may be requested, 1,048,576.</summary>
    public const int MostRunsAtAll = 1 << 20;

    /// <summary>The file: missing, or one that we created.</summary>
    public required FilePath Path { get; init; }

    /// <summary>Bytes of one run: a multiple of the file system's block, up to the length of the file.</summary>
    public required long RunLength { get; init; }

    /// <summary>Bytes of the file, 1 or more, or null: 1 GiB, or less if that would be too many runs.</summary>
    public long? Size { get; init; }

    /// <summary>How the runs follow each other on the volume; default reversed.</summary>
    public RunOrder Order { get; init; } = RunOrder.Reversed;

    /// <summary>Maximum number of runs of the file, 1 to <see cref="MostRunsAtAll"/>.</summary>
    public int MostRuns { get; init; } = UsualMostRuns;

    /// <summary>Whether a file that is not ours may be overwritten; default no.</summary>
    public bool Overwrite { get; init; }

    /// <summary>
    /// Whether the file remains if it is stopped half created, or does not have the requested layout; default no.
    /// </summary>
    public bool Keep { get; init; }

    /// <summary>Seed of the order and of the data.</summary>
    public ulong Seed { get; init; } = 1;
}

/// <summary>How the runs of a file follow each other on the volume.</summary>
public enum RunOrder
{
    /// <summary>The last run comes first on the volume: from each to the next it is two run lengths back.</summary>
    Reversed,

    /// <summary>Anywhere in the space that the file occupies.</summary>
    Shuffled,
}
