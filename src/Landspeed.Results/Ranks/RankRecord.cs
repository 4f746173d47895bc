namespace Landspeed.Results.Ranks;

/// <summary>Which of the processes that measured together made a result.</summary>
public sealed record RankRecord
{
    /// <summary>Its number, from 0.</summary>
    public required int Number { get; init; }

    /// <summary>Number of ranks.</summary>
    public required int Size { get; init; }

    /// <summary>Name of its host.</summary>
    public required string Host { get; init; }

    /// <summary>A value shared by the results of all ranks of one command, and by no others.</summary>
    public required string Job { get; init; }
}

/// <summary>The ranks from which a result was combined.</summary>
public sealed record RanksSection
{
    /// <summary>Number of ranks.</summary>
    public required int Size { get; init; }

    /// <summary>A value shared by the results of all ranks of one command.</summary>
    public required string Job { get; init; }

    /// <summary>Numbers of the ranks whose result is missing; empty if none is.</summary>
    public IReadOnlyList<int> Missing { get => field ?? []; init; }

    /// <summary>The existing ranks, in the order of their numbers.</summary>
    public IReadOnlyList<RankSummaryRecord> Ranks { get => field ?? []; init; }
}

/// <summary>How one rank compares with the others. Fields are null if unknown.</summary>
public sealed record RankSummaryRecord
{
    /// <summary>Its number.</summary>
    public required int Number { get; init; }

    /// <summary>Name of its host.</summary>
    public required string Host { get; init; }

    /// <summary>Its throughput in percent of that of the median rank in the same run; the median over all runs that count.</summary>
    public double? RatePct { get; init; }

    /// <summary>Its throughput, the median over the runs, or null if there are several cells.</summary>
    public double? ThroughputBytesPerS { get; init; }

    /// <summary>How long after the first rank it started, the median over the runs.</summary>
    public double? LateNs { get; init; }

    /// <summary>Maximum error of its clock.</summary>
    public double? ClockErrorNs { get; init; }

    /// <summary>Whether it is a straggler: in more than half of its runs more than 20 % slower than the median rank.</summary>
    public bool Straggler { get; init; }

    /// <summary>Where its bytes came from or went, each verdict once; empty if no run has one.</summary>
    public IReadOnlyList<string> Verdicts { get => field ?? []; init; }
}
