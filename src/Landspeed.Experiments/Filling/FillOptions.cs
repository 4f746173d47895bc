using Landspeed.Platform;

namespace Landspeed.Experiments.Filling;

/// <summary>How a volume is filled and emptied again. Immutable; checked by the plan, not here.</summary>
public sealed record FillOptions
{
    /// <summary>Share of the volume that stays in use when nothing is said and others use less: 5 percent, as in 2004.</summary>
    public const int UsualKeepPct = 5;

    /// <summary>Cycles when nothing is said: 3; ext4 and XFS change little from the second to the fifth on.</summary>
    public const int UsualCycles = 3;

    /// <summary>Seed when nothing is said: 137, as in 2004.</summary>
    public const ulong UsualSeed = 137;

    /// <summary>Where; an empty directory of the volume.</summary>
    public required FilePath Directory { get; init; }

    /// <summary>Share of the volume to be in use after each filling, 1 to 99 percent, what others use included.</summary>
    public required int FillPct { get; init; }

    /// <summary>Share of the volume to be in use after each deletion, 1 to 99 percent; null: <see cref="UsualKeepPct"/>, or so much more than others use.</summary>
    public int? KeepPct { get; init; }

    /// <summary>Bytes of each hole that is punched into one large file instead of deleting files; null: files are deleted.</summary>
    public long? HoleLength { get; init; }

    /// <summary>How often the volume is filled and emptied; 0: until <see cref="Time"/> or <see cref="MostFiles"/> ends it.</summary>
    public int Cycles { get; init; } = UsualCycles;

    /// <summary>After this time no cycle begins, and the one at work makes no more files. Default: 10 minutes.</summary>
    public TimeSpan Time { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>Bytes of the smallest file; null: 1 MiB, less where the largest is smaller.</summary>
    public long? Smallest { get; init; }

    /// <summary>Bytes of the largest file; null: 256 MiB, at most a 64th of the volume.</summary>
    public long? Largest { get; init; }

    /// <summary>Files that are made in all cycles together, 1 or more. Default: 100,000.</summary>
    public int MostFiles { get; init; } = 100_000;

    /// <summary>Files that a cycle makes at most, 1 or more. Default: 1,000.</summary>
    public int FilesPerCycle { get; init; } = 1_000;

    /// <summary>Files of a directory, 1 or more. Default: 100.</summary>
    public int FilesPerDirectory { get; init; } = 100;

    /// <summary>Directories of a directory, 2 or more. Default: 10.</summary>
    public int DirectoriesPerDirectory { get; init; } = 10;

    /// <summary>Start of the sizes and of the order of deletion. Default: <see cref="UsualSeed"/>.</summary>
    public ulong Seed { get; init; } = UsualSeed;

    /// <summary>Whether the directory may hold files of others, which stay as they are; default no.</summary>
    public bool MayHoldOthers { get; init; }

    /// <summary>Whether a volume that the system or this process needs may be filled; only with <see cref="Volume"/>. Default no.</summary>
    public bool Force { get; init; }

    /// <summary>The mount point of that volume, as somebody typed it; null: nobody did.</summary>
    public FilePath? Volume { get; init; }

    /// <summary>Whether everything is removed at the end; default: what is kept stays, for that is the purpose.</summary>
    public bool Undo { get; init; }
}
