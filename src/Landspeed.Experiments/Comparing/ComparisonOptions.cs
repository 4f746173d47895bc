using Landspeed.Experiments.Judging;
using Landspeed.Results;

namespace Landspeed.Experiments.Comparing;

/// <summary>How results are compared.</summary>
public sealed record ComparisonOptions
{
    /// <summary>Values that differ by less than this are equal, percent; default 5.</summary>
    public double BandPct { get; init; } = Difference.EqualPct;

    /// <summary>
    /// A metric that is worse by more than this breaks the gate, percent, or null if there is no gate.
    /// </summary>
    public double? GatePct { get; init; }

    /// <summary>The metrics that are compared; empty for all of which one direction is an improvement.</summary>
    public IReadOnlyList<Metric> Metrics { get; init; } = [];

    /// <summary>
    /// Whether the runs were interleaved, so that changes over time affect all results alike; default no: they were
    /// stored one after the other.
    /// </summary>
    public bool IsInterleaved { get; init; }

    /// <summary>
    /// Whether the runs of one round were made at the same time, so that each belongs to a run of the other; default
    /// no.
    /// </summary>
    public bool IsPaired { get; init; }

    /// <summary>
    /// How often the runs are analysed while more are made: the more often, the less a difference at one analysis
    /// counts; default 1.
    /// </summary>
    public int Looks { get; init; } = 1;

    /// <summary>Whether results that are not comparable are compared nevertheless, with the reasons.</summary>
    public bool IsAnyway { get; init; }
}

/// <summary>A result that is compared.</summary>
/// <param name="Name">The file's name for display, or the command that made it.</param>
/// <param name="Document">Its contents.</param>
public sealed record ComparedResult(string Name, ResultDocument Document);
