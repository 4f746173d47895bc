namespace Landspeed.Results.Comparing;

/// <summary>Results side by side: the first is the baseline, each of the others is compared with it.</summary>
public sealed record ComparingSection
{
    /// <summary>Values that differ by less than this are equal, percent.</summary>
    public required double BandPct { get; init; }

    /// <summary>
    /// A metric that is worse by more than this breaks the gate, percent, or null if there is no gate.
    /// </summary>
    public double? GatePct { get; init; }

    /// <summary>The requested metrics, by name; empty for all metrics that have a better direction.</summary>
    public IReadOnlyList<string> Chosen { get => field ?? []; init; }

    /// <summary>Whether the runs of a round were made at the same time, so that their ratios count.</summary>
    public bool Paired { get; init; }

    /// <summary>What was compared, the baseline first.</summary>
    public required IReadOnlyList<ComparedResultRecord> Results { get; init; }

    /// <summary>Each further result compared with the baseline, in their order.</summary>
    public required IReadOnlyList<ComparedPairRecord> Pairs { get; init; }

    /// <summary>
    /// Every metric of every cell that both have: by pair, then in order of importance, then in the order of the
    /// baseline's cells.
    /// </summary>
    public required IReadOnlyList<ComparisonRecord> Comparisons { get; init; }
}

/// <summary>A result that was compared.</summary>
public sealed record ComparedResultRecord
{
    /// <summary>The file's name for display, <c>-</c> for standard input, or the command that made it.</summary>
    public required string Name { get; init; }

    /// <summary>The verb that made it.</summary>
    public required string Kind { get; init; }

    /// <summary>The form of that verb, or null if it has only one.</summary>
    public string? Variant { get; init; }

    /// <summary>Version of the program that made it.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>Version of the method by which its numbers were obtained.</summary>
    public required int MethodVersion { get; init; }

    /// <summary>When it was started.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>Whether it ended early.</summary>
    public bool Partial { get; init; }

    /// <summary>Start of its pseudo-random order.</summary>
    public ulong Seed { get; init; }

    /// <summary>Cells that were measured.</summary>
    public required int Cells { get; init; }
}

/// <summary>One result compared with the baseline, as counts.</summary>
public sealed record ComparedPairRecord
{
    /// <summary>Zero-based index of the result among those compared, 1 or more.</summary>
    public required int Other { get; init; }

    /// <summary>Cells that were compared.</summary>
    public required int Cells { get; init; }

    /// <summary>Cells that both have but that are not comparable.</summary>
    public required int RefusedCells { get; init; }

    /// <summary>Cells that only the baseline has.</summary>
    public required int OnlyBaseline { get; init; }

    /// <summary>Cells that only the other has.</summary>
    public required int OnlyOther { get; init; }

    /// <summary>Comparisons with the outcome better.</summary>
    public required int Better { get; init; }

    /// <summary>Comparisons with the outcome worse.</summary>
    public required int Worse { get; init; }

    /// <summary>Comparisons with the outcome equal.</summary>
    public required int Equal { get; init; }

    /// <summary>Inconclusive comparisons.</summary>
    public required int CannotTell { get; init; }

    /// <summary>
    /// Significance level for the first metric that both have, over its cells, or null for results written before this
    /// field existed.
    /// </summary>
    public double? LeadingLevel { get; init; }

    /// <summary>Significance level for all other metrics, adjusted for their number.</summary>
    public required double Level { get; init; }

    /// <summary>Why the two are not comparable but were compared nevertheless; empty if they are comparable.</summary>
    public IReadOnlyList<string> NotComparable { get => field ?? []; init; }
}
