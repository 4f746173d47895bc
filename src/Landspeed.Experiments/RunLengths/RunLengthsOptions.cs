using Landspeed.Platform;

namespace Landspeed.Experiments.RunLengths;

/// <summary>A comparison of run lengths. Immutable; checked by the plan, not here.</summary>
public sealed record RunLengthsOptions
{
    /// <summary>Bytes of each file when nothing is said, 256 MiB (268,435,456 bytes): 65,536 runs of 4 KiB, as many as a file may have.</summary>
    public const long DefaultSize = 256L << 20;

    /// <summary>Where the files are made, in a directory of their own that is removed again.</summary>
    public required FilePath Directory { get; init; }

    /// <summary>
    /// Bytes of the runs of each file, beside the contiguous one: multiples of the file system's block; null: powers of four from 4 KiB to 1 MiB
    /// (full: of two to 8 MiB), where the file has 4 to 65,536 such runs.
    /// </summary>
    public IReadOnlyList<long>? RunLengths { get; init; }

    /// <summary>Bytes of each file; default 256 MiB.</summary>
    public long Size { get; init; } = DefaultSize;

    /// <summary>Measured time of one run at most; default 1 s. What it cuts has a rate of the part that was moved.</summary>
    public TimeSpan Time { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Runs of each cell, 1 to 100; default 15: a pass takes a tenth of a second on a fast device, and single ones spread by a third.</summary>
    public int Repetitions { get; init; } = 15;

    /// <summary>Whether the axis has every power of two; default no.</summary>
    public bool Full { get; init; }

    /// <summary>Start of the pseudo-random order of the runs, of the pieces and of the data.</summary>
    public required ulong Seed { get; init; }
}
