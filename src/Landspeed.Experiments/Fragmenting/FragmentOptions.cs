using Landspeed.Platform;

namespace Landspeed.Experiments.Fragmenting;

/// <summary>One file and how it is to lie. Immutable; checked by the plan, not here.</summary>
public sealed record FragmentOptions
{
    /// <summary>Runs that a file may have when nothing else is said, 65,536: volumes that discard need seconds to remove as many.</summary>
    public const int UsualMostRuns = 65_536;

    /// <summary>Runs that may be asked for at all, 1,048,576.</summary>
    public const int MostRunsAtAll = 1 << 20;

    /// <summary>The file: missing, or one that we made.</summary>
    public required FilePath Path { get; init; }

    /// <summary>Bytes of one run: a multiple of the file system's block, up to the length of the file.</summary>
    public required long RunLength { get; init; }

    /// <summary>Bytes of the file, 1 or more; null: 1 GiB, or less where that would be too many runs.</summary>
    public long? Size { get; init; }

    /// <summary>How the runs follow each other on the volume; default reversed.</summary>
    public RunOrder Order { get; init; } = RunOrder.Reversed;

    /// <summary>Runs that the file may have, 1 to <see cref="MostRunsAtAll"/>.</summary>
    public int MostRuns { get; init; } = UsualMostRuns;

    /// <summary>Whether a file that is not ours may be overwritten; default no.</summary>
    public bool Overwrite { get; init; }

    /// <summary>Whether the file stays when it is stopped half made, or lies otherwise than asked; default no.</summary>
    public bool Keep { get; init; }

    /// <summary>Start of the order and of the data.</summary>
    public ulong Seed { get; init; } = 1;
}

/// <summary>How the runs of a file follow each other on the volume.</summary>
public enum RunOrder
{
    /// <summary>The last run lies first: from each to the next it is two run lengths back.</summary>
    Reversed,

    /// <summary>Anywhere in the space that the file takes.</summary>
    Shuffled,
}
