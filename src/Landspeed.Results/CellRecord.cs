using System.Collections.ObjectModel;

namespace Landspeed.Results;

/// <summary>One case of a result with all its runs.</summary>
public sealed record CellRecord
{
    /// <summary>A short name, unique within the result, for example <c>read-direct-64KiB-q8</c>.</summary>
    public required string Name { get; init; }

    /// <summary>Its position on each axis of the setup; an axis that does not apply is missing.</summary>
    public IReadOnlyDictionary<string, string> Labels { get => field ?? ReadOnlyDictionary<string, string>.Empty; init; }

    /// <summary>Name of the curve to which it belongs; null for kinds without curves.</summary>
    public string? Curve { get; init; }

    /// <summary>Its state.</summary>
    public required CellState State { get; init; }

    /// <summary>Why it was skipped, or how it failed; otherwise null.</summary>
    public string? Reason { get; init; }

    /// <summary>Where the bytes came from and went, in the run with the median throughput.</summary>
    public VerdictsRecord Verdicts { get => field ?? new VerdictsRecord(); init; }

    /// <summary>What was measured, over the runs, by the name of a metric of the catalogue; unknown ones are missing.</summary>
    public IReadOnlyDictionary<string, IntervalRecord> Metrics { get => field ?? ReadOnlyDictionary<string, IntervalRecord>.Empty; init; }

    /// <summary>What is suspicious, each kind once.</summary>
    public IReadOnlyList<FindingRecord> Findings { get => field ?? []; init; }

    /// <summary>The runs in the order of their rounds.</summary>
    public IReadOnlyList<RunRecord> Runs { get => field ?? []; init; }

    /// <summary>Gets a metric over the runs, or null if it is unknown.</summary>
    /// <param name="metric">One of the catalogue.</param>
    public IntervalRecord? this[Metric metric] => Metrics.GetValueOrDefault(metric.Name);
}

/// <summary>The state of a cell.</summary>
public enum CellState
{
    /// <summary>Not run yet.</summary>
    /// <remarks>Complete it with <c>--resume</c>.</remarks>
    Pending,

    /// <summary>At least one run.</summary>
    /// <remarks>Nothing.</remarks>
    Done,

    /// <summary>Cannot be measured here; see the reason.</summary>
    /// <remarks>Read the reason; <c>landspeed doctor</c> lists what this machine lacks.</remarks>
    Skipped,

    /// <summary>A run failed; see the reason.</summary>
    /// <remarks>Remove the cause that the reason gives, and measure again.</remarks>
    Failed,
}

/// <summary>Where the bytes of a cell came from and went.</summary>
/// <param name="Read">For the bytes read, or null if none were read.</param>
/// <param name="Write">For the bytes written, or null if none were written.</param>
public sealed record VerdictsRecord(Verdict? Read = null, Verdict? Write = null);
