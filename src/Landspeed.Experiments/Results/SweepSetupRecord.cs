namespace Landspeed.Experiments.Results;

/// <summary>What all cells of a sweep have in common.</summary>
public sealed record SweepSetupRecord
{
    /// <summary><c>quick</c> or <c>full</c>: where the axes come from that were not given.</summary>
    public required string Grid { get; init; }

    /// <summary>Start of the pseudo-random order of the cases and of the data.</summary>
    public required ulong Seed { get; init; }

    /// <summary>Runs of each cell; a round has one of each, in random order.</summary>
    public required int Repetitions { get; init; }

    /// <summary>Measured time of one run at most.</summary>
    public required double TimeS { get; init; }

    /// <summary>Bytes that one run moves at most.</summary>
    public required long LimitBytes { get; init; }

    /// <summary>Length of the file.</summary>
    public required long FileBytes { get; init; }

    /// <summary>Whether the file was made for the sweep, and is removed after it unless that was forbidden.</summary>
    public required bool MadeFile { get; init; }

    /// <summary>Alignment of offset and length for direct I/O; null: no direct I/O here.</summary>
    public int? DirectAlignmentBytes { get; init; }
}
