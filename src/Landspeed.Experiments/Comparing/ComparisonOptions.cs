using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Comparing;

/// <summary>How results are compared.</summary>
public sealed record ComparisonOptions
{
    /// <summary>Closer than this, values are equal, percent; default 5.</summary>
    public double BandPct { get; init; } = Difference.EqualPct;

    /// <summary>Worse by more than this breaks the gate, percent; null: there is none.</summary>
    public double? GatePct { get; init; }

    /// <summary>The metrics that are compared; empty: all of which one direction is an improvement.</summary>
    public IReadOnlyList<Metric> Metrics { get; init; } = [];

    /// <summary>Whether the runs were made in turn, so that what changes over time meets all results alike; default no: they were stored one after the other.</summary>
    public bool IsInterleaved { get; init; }

    /// <summary>Whether the runs of one round were made at the same time, so that each belongs to the one of the other; default no.</summary>
    public bool IsPaired { get; init; }

    /// <summary>How often the runs are looked at while more are made: the more often, the less a difference at one look counts; default 1.</summary>
    public int Looks { get; init; } = 1;

    /// <summary>Whether what is not comparable is compared all the same, with the reasons beside it.</summary>
    public bool IsAnyway { get; init; }
}

/// <summary>A result that is compared.</summary>
/// <param name="Name">The file's name for people, or the command that made it.</param>
/// <param name="Document">What it holds.</param>
public sealed record ComparedResult(string Name, ResultDocument Document);
