namespace Landspeed.Experiments.Results.Comparing;

/// <summary>Results side by side: the first is the baseline, each further one is compared with it.</summary>
public sealed record ComparingSection
{
    /// <summary>Closer than this, values are equal, percent.</summary>
    public required double BandPct { get; init; }

    /// <summary>Worse by more than this breaks the gate, percent; null: there is none.</summary>
    public double? GatePct { get; init; }

    /// <summary>The metrics that were asked for, by name; empty: all of which a direction is an improvement.</summary>
    public IReadOnlyList<string> Chosen { get => field ?? []; init; }

    /// <summary>Whether the runs of a round were made at the same time, and their ratios are what counts.</summary>
    public bool Paired { get; init; }

    /// <summary>What was compared, the baseline first.</summary>
    public required IReadOnlyList<ComparedResultRecord> Results { get; init; }

    /// <summary>Each further result against the baseline, in their order.</summary>
    public required IReadOnlyList<ComparedPairRecord> Pairs { get; init; }

    /// <summary>Every metric of every cell that both have: by pair, in the order of what matters, then of the baseline's cells.</summary>
    public required IReadOnlyList<ComparisonRecord> Comparisons { get; init; }
}

/// <summary>A result that was compared.</summary>
public sealed record ComparedResultRecord
{
    /// <summary>The file's name for people, <c>-</c> for standard input, or the command that made it.</summary>
    public required string Name { get; init; }

    /// <summary>The verb that made it.</summary>
    public required string Kind { get; init; }

    /// <summary>Which form of that verb; null where it has one only.</summary>
    public string? Variant { get; init; }

    /// <summary>Version of the program that made it.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>Version of the method by which its numbers were obtained.</summary>
    public required int MethodVersion { get; init; }

    /// <summary>When it was begun.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>Whether it ended early.</summary>
    public bool Partial { get; init; }

    /// <summary>Start of its pseudo-random order.</summary>
    public ulong Seed { get; init; }

    /// <summary>Cells that were measured.</summary>
    public required int Cells { get; init; }
}

/// <summary>One result against the baseline, counted.</summary>
public sealed record ComparedPairRecord
{
    /// <summary>Zero-based index of the result among those compared, 1 or more.</summary>
    public required int Other { get; init; }

    /// <summary>Cells that were compared.</summary>
    public required int Cells { get; init; }

    /// <summary>Cells that both have and that cannot be compared.</summary>
    public required int RefusedCells { get; init; }

    /// <summary>Cells that the baseline alone has.</summary>
    public required int OnlyBaseline { get; init; }

    /// <summary>Cells that the other alone has.</summary>
    public required int OnlyOther { get; init; }

    /// <summary>Comparisons that say better.</summary>
    public required int Better { get; init; }

    /// <summary>Comparisons that say worse.</summary>
    public required int Worse { get; init; }

    /// <summary>Comparisons that say equal.</summary>
    public required int Equal { get; init; }

    /// <summary>Comparisons that cannot tell.</summary>
    public required int CannotTell { get; init; }

    /// <summary>The chance up to which a difference of the first metric that both have counts, over its cells; null: written before there was one.</summary>
    public double? LeadingLevel { get; init; }

    /// <summary>The chance up to which a difference of any other metric counts, after how many there are.</summary>
    public required double Level { get; init; }

    /// <summary>Why the two are not comparable, and were compared all the same; empty: they are.</summary>
    public IReadOnlyList<string> NotComparable { get => field ?? []; init; }
}
