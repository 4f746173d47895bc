namespace Landspeed.Experiments.Filling;

/// <summary>How a volume is filled and emptied again. Immutable; checked by the plan, not here.</summary>
public sealed record FillOptions
{
    /// <summary>Default share of the volume that stays in use, if others use less: 5 percent, as in 2004.</summary>
    public const int UsualKeepPct = 5;

    /// <summary>Default number of cycles: 3; ext4 and XFS change little from the second to the fifth on.</summary>
    public const int UsualCycles = 3;

    /// <summary>Default seed: 137, as in 2004.</summary>
    public const ulong UsualSeed = 137;

    /// <summary>An empty directory of the volume.</summary>
    public required FilePath Directory { get; init; }

    /// <summary>Share of the volume to be in use after each fill, 1 to 99 percent, including what others use.</summary>
    public required int FillPct { get; init; }

    /// <summary>
    /// Share of the volume to be in use after each deletion, 1 to 99 percent, or null for <see cref="UsualKeepPct"/>,
    /// or that much more than others use.
    /// </summary>
    public int? KeepPct { get; init; }

    /// <summary>
    /// Bytes of each hole that is punched into one large file instead of deleting files, or null to delete files.
    /// </summary>
    public long? HoleLength { get; init; }

    /// <summary>
    /// Number of times the volume is filled and emptied, or 0 to continue until <see cref="Time"/> or
    /// <see cref="MostFiles"/> ends it.
    /// </summary>
    public int Cycles { get; init; } = UsualCycles;

    /// <summary>
    /// After this time no further cycle starts, and the current one creates no more files. Default: 10 minutes.
    /// </summary>
    public TimeSpan Time { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>Bytes of the smallest file, or null: 1 MiB, or less if the largest is smaller.</summary>
    public long? Smallest { get; init; }

    /// <summary>Bytes of the largest file, or null: 256 MiB, but at most a 64th of the volume.</summary>
    public long? Largest { get; init; }

    /// <summary>Maximum number of files created in all cycles together, 1 or more. Default: 100,000.</summary>
    public int MostFiles { get; init; } = 100_000;

    /// <summary>Maximum number of files that a cycle creates, 1 or more. Default: 1,000.</summary>
    public int FilesPerCycle { get; init; } = 1_000;

    /// <summary>Files per directory, 1 or more. Default: 100.</summary>
    public int FilesPerDirectory { get; init; } = 100;

    /// <summary>Subdirectories per directory, 2 or more. Default: 10.</summary>
    public int DirectoriesPerDirectory { get; init; } = 10;

    /// <summary>Seed of the sizes and of the order of deletion. Default: <see cref="UsualSeed"/>.</summary>
    public ulong Seed { get; init; } = UsualSeed;

    /// <summary>Whether the directory may contain other files, which remain as they are; default no.</summary>
    public bool MayHoldOthers { get; init; }

    /// <summary>
    /// Whether a volume that the system or this process needs may be filled; only with <see cref="Volume"/>. Default
    /// no.
    /// </summary>
    public bool Force { get; init; }

    /// <summary>The mount point of that volume, as the user typed it, or null if not given.</summary>
    public FilePath? Volume { get; init; }

    /// <summary>
    /// Whether everything is removed at the end; default: what is kept remains, because that is the purpose.
    /// </summary>
    public bool Undo { get; init; }
}
