namespace Landspeed.Experiments.Results;

/// <summary>One run of a sweep, as the journal keeps it: one line each after the line of the <see cref="SweepDocument"/>.</summary>
public sealed record SweepRunRecord
{
    /// <summary>Name of the cell.</summary>
    public required string Cell { get; init; }

    /// <summary>Zero-based round of the run.</summary>
    public required int Round { get; init; }

    /// <summary>What was measured, without latency bins; null when the run failed.</summary>
    public MeasurementRecord? Run { get; init; }

    /// <summary>Why it failed; else null.</summary>
    public string? Failure { get; init; }
}
