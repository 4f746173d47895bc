using Landspeed.Experiments.Judging;
using Landspeed.Results;
using Landspeed.Results.Comparing;
using Landspeed.Results.MetricGroups;
using static System.FormattableString;

namespace Landspeed.Experiments.Comparing;

/// <summary>
/// States the outcome of a comparison in sentences: the most important first, then the largest difference; pure
/// functions.
/// </summary>
internal static class CompareConclusions
{
    // Maximum number of cells named in a sentence; tables have all.
    private const int MostNames = 3;

    private const string NoRuns = "no number of runs would decide";
    private const string OnlyInTurn = "only interleaved runs would decide";

    private static readonly Dictionary<string, Metric> s_metrics = Metrics.All.ToDictionary(metric => metric.Name, StringComparer.Ordinal);

    /// <summary>Returns the sentences of a comparison.</summary>
    internal static IReadOnlyList<ConclusionRecord> Of(ResultDocument document)
    {
        ComparingSection comparing = document.Comparing!;
        ILookup<int, ComparisonRecord> byPair = comparing.Comparisons.ToLookup(comparison => comparison.Other);
        return [.. Gate(comparing), .. comparing.Pairs.SelectMany(pair => OfPair(comparing, pair, [.. byPair[pair.Other]]))];
    }

    /// <summary>Returns what became worse by more than the gate allows.</summary>
    internal static IReadOnlyList<ComparisonRecord> Broken(ComparingSection comparing, double gatePct) =>
    [
        .. from comparison in comparing.Comparisons
           where comparison.Word == ComparisonWord.Worse && WorseBy(comparison) > 1 + (gatePct / 100)
           where comparing.Chosen.Count > 0 || ComparedMetric.GroupOf(s_metrics[comparison.Metric]) != MetricGroup.Other
           orderby WorseBy(comparison) descending
           select comparison,
    ];

    // How many times as bad: a rate that is 10 % lower is 1.11 times as slow, and counts as 10 %.
    private static double WorseBy(ComparisonRecord comparison) => comparison.Ratio is not { } ratio ? double.PositiveInfinity
        : s_metrics[comparison.Metric].Better == Better.Higher ? 2 - ratio : ratio;

    private static IEnumerable<ConclusionRecord> Gate(ComparingSection comparing)
    {
        if (comparing.GatePct is { } gate)
        {
            IReadOnlyList<ComparisonRecord> broken = Broken(comparing, gate);
            yield return ConclusionCodes.CompareGate.Says(broken.Count == 0
                ? Invariant($"The gate holds: nothing is known to be worse by more than {gate:0.##} %.")
                : Broken(comparing, gate, broken));
        }
    }

    // Rates of one cell all get worse together: the worst of them represents it.
    private static string Broken(ComparingSection comparing, double gatePct, IReadOnlyList<ComparisonRecord> broken)
    {
        ComparisonRecord[] cells = [.. broken.DistinctBy(comparison => (comparison.Other, comparison.Cell))];
        return Invariant($"The gate of {gatePct:0.##} % is broken in {AmountText.Count(cells.Length, "cell")}: ")
            + $"{Named(cells, MostNames * 2, one => $"{Name(comparing, one)}{Heading(one)} {Word(one)} ({Ratio(one)})")}.";
    }

    private static string Name(ComparingSection comparing, ComparisonRecord comparison) =>
        $"{comparison.Cell}{(comparing.Pairs.Count > 1 ? $" of {comparing.Results[comparison.Other].Name}" : string.Empty)}: ";

    private static IEnumerable<ConclusionRecord> OfPair(ComparingSection comparing, ComparedPairRecord pair, ComparisonRecord[] comparisons)
    {
        string start = comparing.Pairs.Count > 1 ? $"{comparing.Results[pair.Other].Name}: " : string.Empty;
        if (pair.Better + pair.Worse == 0)
        {
            yield return ConclusionCodes.CompareNothing.Says(start + Nothing(comparing, pair));
        }

        foreach ((ConclusionCode code, MetricGroup group) in new[] { (ConclusionCodes.CompareRate, MetricGroup.Rate), (ConclusionCodes.CompareCpu, MetricGroup.Cpu) })
        {
            if (ComparedMetric.Leading(comparisons, group) is { } metric)
            {
                yield return code.Says(start + OfMetric(comparing, pair, [.. comparisons.Where(comparison => comparison.Metric == metric.Name)]));
            }
        }

        string[] others =
        [
            .. from comparison in ComparedMetric.Besides(comparisons)
               group comparison by (comparison.Metric, comparison.Word) into same
               select $"{Heading(same.First())}: {Word(same.First())}{Where(pair, [.. same.OrderByDescending(Size)])}",
        ];
        if (others.Length > 0)
        {
            yield return ConclusionCodes.CompareOther.Says($"{start}Besides: {string.Join("; ", others)}.");
        }
    }

    private static string Where(ComparedPairRecord pair, ComparisonRecord[] comparisons) => pair.Cells == 1
        ? $", {Ratio(comparisons[0])}"
        : $" in {Named(comparisons, 1, one => $"{one.Cell} ({Ratio(one)})")}";

    private static string Nothing(ComparingSection comparing, ComparedPairRecord pair) => pair.Equal == 0
        ? Invariant($"Inconclusive: too few runs, or too much spread between them, in all {AmountText.Count(pair.CannotTell, "comparison")}.")
        : pair.CannotTell == 0
        ? Invariant($"No difference of more than {comparing.BandPct:0.##} % was found in {AmountText.Count(pair.Equal, "comparison")}.")
        : $"{AmountText.Count(pair.Equal)} of {AmountText.Count(pair.Equal + pair.CannotTell, "comparison")} "
            + Invariant($"are equal within {comparing.BandPct:0.##} %; the others are inconclusive.");

    private static string OfMetric(ComparingSection comparing, ComparedPairRecord pair, ComparisonRecord[] comparisons)
    {
        string heading = Subject(s_metrics[comparisons[0].Metric]);
        if (comparisons.Length == 1 && pair.Cells == 1)
        {
            ComparisonRecord only = comparisons[0];
            return $"{heading}: {Said(comparing, only)}, {Ratio(only)}{More(only)}.";
        }

        List<string> parts = [];
        foreach (ComparisonWord word in new[] { ComparisonWord.Worse, ComparisonWord.Better })
        {
            ComparisonRecord[] cells = [.. comparisons.Where(comparison => comparison.Word == word).OrderByDescending(Size)];
            if (cells.Length > 0)
            {
                string most = cells.Length > 1 ? "most in " : string.Empty;
                parts.Add($"{Word(cells[0])} in {Of(cells.Length, comparisons.Length)}, {most}{Named(cells, MostNames, one => $"{one.Cell} ({Ratio(one)})")}");
            }
        }

        int equal = comparisons.Count(comparison => comparison.Word == ComparisonWord.Equal);
        if (equal > 0)
        {
            parts.Add(Invariant($"equal within {comparing.BandPct:0.##} % in {Of(equal, comparisons.Length)}"));
        }

        ComparisonRecord[] untold = [.. comparisons.Where(comparison => comparison.Word == ComparisonWord.CannotTell)];
        if (untold.Length > 0)
        {
            parts.Add($"inconclusive in {Of(untold.Length, comparisons.Length)}, {Telling(untold)}");
        }

        return $"{heading}: {string.Join("; ", parts)}.";
    }

    private static string Telling(ComparisonRecord[] untold)
    {
        int?[] more = [.. untold.Select(comparison => comparison.MoreRuns).OrderBy(count => count ?? int.MaxValue)];
        return more[(more.Length - 1) / 2] is { } half
            ? $"about {AmountText.Count(half, "more run")} of each would decide {(untold.Length == 1 ? "it" : "half of them")}"
            : $"{(untold.Count(comparison => comparison.OnlyInTurn) * 2 >= untold.Length ? OnlyInTurn : NoRuns)} {(untold.Length == 1 ? "it" : "most of them")}";
    }

    private static string Of(int count, int all) => count == all ? $"all {AmountText.Count(all, "cell")}" : $"{AmountText.Count(count)} of {AmountText.Count(all, "cell")}";

    private static double Size(ComparisonRecord comparison) => comparison.Ratio is { } ratio and > 0 ? Math.Abs(Math.Log(ratio)) : double.PositiveInfinity;

    private static string Heading(ComparisonRecord comparison) => s_metrics[comparison.Metric].Heading;

    // A sentence starts with a word, not with a lower-case unit.
    private static string Subject(Metric metric) => metric.Print == MetricPrint.Cost
        ? $"CPU time, {metric.Heading}"
        : metric.Heading == "cpu" ? "CPU time"
        : $"{char.ToUpperInvariant(metric.Heading[0])}{metric.Heading[1..]}";

    private static string Word(ComparisonRecord comparison) => ComparedMetric.WordOf(s_metrics[comparison.Metric], comparison.Word);

    private static string Said(ComparingSection comparing, ComparisonRecord comparison) => comparison.Word == ComparisonWord.Equal
        ? Invariant($"equal within {comparing.BandPct:0.##} %")
        : Word(comparison);

    private static string More(ComparisonRecord comparison) => comparison.Word != ComparisonWord.CannotTell ? string.Empty
        : comparison.MoreRuns is { } more ? $"; about {AmountText.Count(more, "more run")} of each would decide"
        : $"; {(comparison.OnlyInTurn ? OnlyInTurn : NoRuns)}";

    private static string Ratio(ComparisonRecord comparison) => comparison.Ratio is not { } ratio ? "from 0"
        : comparison.ConfidencePct == 0 ? $"{AmountText.Times(ratio)} ×"
        : comparison.RatioHigh is { } high ? $"{AmountText.Times(ratio)} ×, {AmountText.Times(comparison.RatioLow ?? 0)} to {AmountText.Times(high)}"
        : $"{AmountText.Times(ratio)} ×, {AmountText.Times(comparison.RatioLow ?? 0)} or more";

    private static string Named(ComparisonRecord[] comparisons, int most, Func<ComparisonRecord, string> text)
    {
        string named = string.Join(", ", comparisons.Take(most).Select(text));
        return comparisons.Length > most ? $"{named} and {AmountText.Count(comparisons.Length - most)} more" : named;
    }
}
