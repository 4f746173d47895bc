using System.Collections.ObjectModel;

namespace Landspeed.Experiments.Results;

/// <summary>One case of a result with all its runs.</summary>
public sealed record CellRecord
{
    /// <summary>A short name, unique within the result, for example <c>read-direct-64KiB-q8</c>.</summary>
    public required string Name { get; init; }

    /// <summary>Where it lies on each axis of the setup; an axis that does not apply is missing.</summary>
    public IReadOnlyDictionary<string, string> Labels { get => field ?? ReadOnlyDictionary<string, string>.Empty; init; }

    /// <summary>Name of the curve that it is a point of; null for kinds without curves.</summary>
    public string? Curve { get; init; }

    /// <summary>How far it got.</summary>
    public required CellState State { get; init; }

    /// <summary>Why it was skipped, or how it failed; else null.</summary>
    public string? Reason { get; init; }

    /// <summary>Where the bytes came from and went, in the run with the median throughput.</summary>
    public VerdictsRecord Verdicts { get => field ?? new VerdictsRecord(); init; }

    /// <summary>What was measured, over the runs, by the name of a metric of the catalogue; unknown ones are missing.</summary>
    public IReadOnlyDictionary<string, IntervalRecord> Metrics { get => field ?? ReadOnlyDictionary<string, IntervalRecord>.Empty; init; }

    /// <summary>What is suspicious, each kind once.</summary>
    public IReadOnlyList<FindingRecord> Findings { get => field ?? []; init; }

    /// <summary>The runs in the order of their rounds.</summary>
    public IReadOnlyList<RunRecord> Runs { get => field ?? []; init; }

    /// <summary>A metric over the runs; null when it is unknown.</summary>
    /// <param name="metric">One of the catalogue.</param>
    public IntervalRecord? this[Metric metric] => Metrics.GetValueOrDefault(metric.Name);
}

/// <summary>How far a cell got.</summary>
public enum CellState
{
    /// <summary>No run yet.</summary>
    Pending,

    /// <summary>One run or more.</summary>
    Done,

    /// <summary>Cannot be measured here; the reason is beside it.</summary>
    Skipped,

    /// <summary>A run failed; the reason is beside it.</summary>
    Failed,
}

/// <summary>Where the bytes of a cell came from and went.</summary>
/// <param name="Read">Of the bytes read; null: none were.</param>
/// <param name="Write">Of the bytes written; null: none were.</param>
public sealed record VerdictsRecord(Verdict? Read = null, Verdict? Write = null);
