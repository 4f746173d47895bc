using Landspeed.Experiments.Measuring;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Experiments.Sweeping;

/// <summary>A grid of cases on one volume. Immutable; checked by the planner, not here.</summary>
/// <remarks>
/// The curves are those of <see cref="FileApi.FileStream"/> (buffered, one request at a time) and those of the engine in
/// every mode at every depth, each for every operation; each has a cell for every request size that it can do.
/// </remarks>
public sealed record SweepOptions
{
    /// <summary>A directory, in which a file is made and removed again; or a file, which is made when missing.</summary>
    public required FilePath Path { get; init; }

    /// <summary>Where the axes come from that are null here; default quick.</summary>
    public SweepGrid Grid { get; init; } = SweepGrid.Quick;

    /// <summary>
    /// Bytes of one request, 1 to 2,147,479,552 each; null: powers of four (full: of two) from 1 B to 4 MiB, and the
    /// alignment for direct I/O.
    /// </summary>
    public IReadOnlyList<long>? RequestSizes { get; init; }

    /// <summary>Requests in flight, for the engine, 1 to 4,096 each; null: 1 and 8.</summary>
    public IReadOnlyList<int>? QueueDepths { get; init; }

    /// <summary>
    /// Modes of I/O; null: direct for the engine, and buffered for FileStream, which has no other and is
    /// left out when this names others only.
    /// </summary>
    public IReadOnlyList<IoMode>? Modes { get; init; }

    /// <summary>What to do; null: read and write.</summary>
    public IReadOnlyList<MeasuredOperation>? Operations { get; init; }

    /// <summary>Interfaces; null: both.</summary>
    public IReadOnlyList<FileApi>? Apis { get; init; }

    /// <summary>Runs of each cell, 1 to 100; null: as the grid has it.</summary>
    public int? Repetitions { get; init; }

    /// <summary>Measured time of one run at most, 10 ms to an hour; null: as the grid has it.</summary>
    public TimeSpan? Time { get; init; }

    /// <summary>Bytes that one run moves at most; null: as the grid has it. Never more than the file has.</summary>
    public long? Bytes { get; init; }

    /// <summary>Length of the file to create; null: 1 GiB, or the length of the file that is there.</summary>
    public long? Size { get; init; }

    /// <summary>Whether who asked can choose no other length, so that none is advised.</summary>
    public bool IsLengthFixed { get; init; }

    /// <summary>Number of this rank, which has a file of its own; null: one process measures alone.</summary>
    public int? Rank { get; init; }

    /// <summary>Start of the pseudo-random order of the cases and of the data.</summary>
    public required ulong Seed { get; init; }

    /// <summary>Whether a file that is not ours may be written; default no.</summary>
    public bool Overwrite { get; init; }

    /// <summary>Whether files that the sweep made stay; default no.</summary>
    public bool Keep { get; init; }
}
