namespace Landspeed.Experiments.RunLengths;

/// <summary>A comparison of run lengths. Immutable; checked by the plan, not here.</summary>
public sealed record RunLengthsOptions
{
    /// <summary>
    /// Default size of each file in bytes, 256 MiB (268,435,456 bytes): 65,536 runs of 4 KiB, the maximum for a file.
    /// </summary>
    public const long DefaultSize = 256L << 20;

    /// <summary>Where the files are created, in a subdirectory that is removed again.</summary>
    public required FilePath Directory { get; init; }

    /// <summary>
    /// Bytes of the runs of each file besides the contiguous one: multiples of the file system's block, or null: powers
    /// of four from 4 KiB to 1 MiB (full: of two to 8 MiB), if the file has 4 to 65,536 such runs.
    /// </summary>
    public IReadOnlyList<long>? RunLengths { get; init; }

    /// <summary>Bytes of each file; default 256 MiB.</summary>
    public long Size { get; init; } = DefaultSize;

    /// <summary>
    /// Maximum measured time of one run; default 1 s. A run that it cuts has the rate of the completed part.
    /// </summary>
    public TimeSpan Time { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>
    /// Runs of each cell, 1 to 100; default 15: a pass takes a tenth of a second on a fast device, and single passes
    /// spread by a third.
    /// </summary>
    public int Repetitions { get; init; } = 15;

    /// <summary>Whether the axis has every power of two; default no.</summary>
    public bool Full { get; init; }

    /// <summary>Seed of the pseudo-random order of the runs, of the pieces and of the data.</summary>
    public required ulong Seed { get; init; }
}
