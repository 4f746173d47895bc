using Landspeed.Experiments.Measuring;

namespace Landspeed.Experiments.Sweeping;

/// <summary>A grid of cases on one volume. Immutable; checked by the planner, not here.</summary>
/// <remarks>
/// The curves are those of <see cref="FileApi.FileStream"/> (buffered, one request at a time) and those of the engine
/// in every mode at every depth, each for every operation; each has a cell for every request size that it supports.
/// </remarks>
public sealed record SweepOptions
{
    /// <summary>
    /// A directory, in which a file is created and removed again; or a file, which is created if missing.
    /// </summary>
    public required FilePath Path { get; init; }

    /// <summary>The source of the axes that are null here; default quick.</summary>
    public SweepGrid Grid { get; init; } = SweepGrid.Quick;

    /// <summary>
    /// Bytes of one request, 1 to 2,147,479,552 each, or null: powers of four (full: of two) from 1 B to 4 MiB, and the
    /// alignment for direct I/O.
    /// </summary>
    public IReadOnlyList<long>? RequestSizes { get; init; }

    /// <summary>Requests in flight, for the engine, 1 to 4,096 each, or null: 1 and 8.</summary>
    public IReadOnlyList<int>? QueueDepths { get; init; }

    /// <summary>
    /// Modes of I/O, or null: direct for the engine, and buffered for FileStream, which supports no other and is left
    /// out if this names only others.
    /// </summary>
    public IReadOnlyList<IoMode>? Modes { get; init; }

    /// <summary>The operations, or null: read and write.</summary>
    public IReadOnlyList<MeasuredOperation>? Operations { get; init; }

    /// <summary>The interfaces, or null: both.</summary>
    public IReadOnlyList<FileApi>? Apis { get; init; }

    /// <summary>Runs of each cell, 1 to 100, or null for the grid's default.</summary>
    public int? Repetitions { get; init; }

    /// <summary>Maximum measured time of one run, 10 ms to an hour, or null for the grid's default.</summary>
    public TimeSpan? Time { get; init; }

    /// <summary>
    /// Maximum number of bytes that one run moves, or null for the grid's default. Never more than the length of the
    /// file.
    /// </summary>
    public long? Bytes { get; init; }

    /// <summary>Length of the file to create, or null: 1 GiB, or the length of the existing file.</summary>
    public long? Size { get; init; }

    /// <summary>Whether the caller cannot choose another length, so that none is advised.</summary>
    public bool IsLengthFixed { get; init; }

    /// <summary>Number of this rank, which has its own file, or null if one process measures alone.</summary>
    public int? Rank { get; init; }

    /// <summary>Seed of the pseudo-random order of the cases and of the data.</summary>
    public required ulong Seed { get; init; }

    /// <summary>Whether a file that is not ours may be written; default no.</summary>
    public bool Overwrite { get; init; }

    /// <summary>Whether files that the sweep created are kept; default no.</summary>
    public bool Keep { get; init; }
}
