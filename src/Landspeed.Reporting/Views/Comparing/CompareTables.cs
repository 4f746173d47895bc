using Landspeed.Reporting.Words;
using Landspeed.Results;
using Landspeed.Results.Comparing;
using Landspeed.Results.MetricGroups;

namespace Landspeed.Reporting.Views.Comparing;

/// <summary>A table for each metric that matters, then what differs besides; of a single cell one table of all metrics.</summary>
internal static class CompareTables
{
    // A page of sane size; JSON and CSV have all.
    private const int MostRows = 60;

    private static readonly ReportColumn[] s_columns = ["A", "B", "B / A (95 %)", "B is", new("more runs") { IsForPages = true }];

    /// <summary>Makes them.</summary>
    public static IEnumerable<ReportTable> Of(ComparedPair pair)
    {
        if (pair.Record.Cells == 1)
        {
            (Metric Metric, ComparisonRecord Comparison)[] rows = [.. pair.Metrics.SelectMany(metric => pair.Of(metric).Select(comparison => (metric, comparison)))];
            yield return Single("Metrics", pair, [.. rows.Where(row => IsShown(row.Metric) || ComparedPair.IsDifferent(row.Comparison))]);
            if (rows.Where(row => !IsShown(row.Metric) && !ComparedPair.IsDifferent(row.Comparison)).ToArray() is { Length: > 0 } rest)
            {
                yield return Single("Further metrics, without a difference", pair, rest) with { IsExplanation = true };
            }

            yield break;
        }

        Metric[] leading = [.. new[] { pair.Leading(MetricGroup.Rate), pair.Leading(MetricGroup.Cpu) }.OfType<Metric>()];
        Metric[] own =
        [
            .. pair.Metrics.Where(metric => leading.Contains(metric) || metric == Metrics.LatencyP50 || metric == Metrics.LatencyP99
                || (leading.Length == 0 && IsShown(metric))),
        ];
        foreach (Metric metric in own)
        {
            yield return Table(pair, metric, pair.Of(metric)) with { IsExplanation = leading.Length > 0 && !leading.Contains(metric) };
        }

        (Metric Metric, ComparisonRecord Comparison)[] others = [.. pair.Besides().Where(row => !own.Contains(row.Metric))];
        if (others.Length > 0)
        {
            yield return Others(pair, others);
        }
    }

    /// <summary>How a word looks.</summary>
    public static Mark Look(ComparisonWord word) => word switch
    {
        ComparisonWord.Better => Mark.Good,
        ComparisonWord.Worse => Mark.Warning,
        ComparisonWord.CannotTell => Mark.Quiet,
        _ => Mark.Plain,
    };

    /// <summary>A ratio: <c>0.90 ×</c>.</summary>
    public static string Ratio(double? ratio) => ratio is { } known ? $"{Times(known)} ×" : "from 0";

    /// <summary>The interval of a ratio; empty: single runs have none.</summary>
    public static string Interval(ComparisonRecord comparison) => comparison.ConfidencePct == 0 || (comparison.RatioLow is null && comparison.RatioHigh is null)
        ? string.Empty
        : $"{Bound(comparison.RatioLow)}–{Bound(comparison.RatioHigh)}";

    private static string Bound(double? ratio) => ratio is { } known ? Times(known) : "∞";

    private static string Times(double ratio) => ratio is > 0 and < 0.095 ? Format.Number(ratio) : ratio < 9.995 ? Format.Mean(ratio) : Format.Number(ratio);

    private static bool IsShown(Metric metric) => metric.Formats.HasFlag(MetricFormats.Table);

    private static ReportTable Table(ComparedPair pair, Metric metric, IReadOnlyList<ComparisonRecord> comparisons) => new()
    {
        Title = metric.Heading,
        Note = $"{metric.Meaning} {Reading(pair)}{Cut(comparisons.Count, comparisons.Count(ComparedPair.IsDifferent))}",
        Columns = ["cell", .. s_columns],
        Rows = [.. comparisons.Take(Shown(comparisons.Count)).Select(comparison => Row(comparison.Cell, metric, comparison))],
    };

    private static ReportTable Single(string title, ComparedPair pair, IReadOnlyList<(Metric Metric, ComparisonRecord Comparison)> rows) => new()
    {
        Title = title,
        Note = Reading(pair),
        Columns = ["metric", .. s_columns],
        Rows = [.. rows.Select(row => Row(row.Metric.Heading, row.Metric, row.Comparison))],
    };

    private static ReportTable Others(ComparedPair pair, (Metric Metric, ComparisonRecord Comparison)[] rows) => new()
    {
        Title = "Other differences",
        Note = $"{Reading(pair)}{Cut(rows.Length, rows.Length)}",
        Columns = ["cell", "metric", .. s_columns],
        Rows =
        [
            .. rows.Take(Shown(rows.Length)).Select(row =>
                {
                    IReadOnlyList<ReportCell> cells = Row(row.Comparison.Cell, row.Metric, row.Comparison);
                    return (IReadOnlyList<ReportCell>)[cells[0], row.Metric.Heading, .. cells.Skip(1)];
                }),
        ],
    };

    private static string Reading(ComparedPair pair) =>
        $"A: {pair.Baseline}; B: {pair.Name}. Medians, with ± how far the true median may be from them; B / A is the median "
        + $"of the ratios of {(pair.IsPaired ? "the rounds" : "all pairs of runs")}, equal{pair.WithinBand}.";

    private static int Shown(int count) => Math.Min(count, MostRows);

    private static string Cut(int count, int different) => count <= MostRows ? string.Empty
        : different > MostRows ? $" The largest {Format.Count(MostRows)} of {Format.Count(different, "difference")}; JSON and CSV have all {Format.Count(count)} rows."
        : $" The differences first; {Format.Count(count - MostRows)} of {Format.Count(count, "row")} that do not differ are left to JSON and CSV.";

    private static IReadOnlyList<ReportCell> Row(string name, Metric metric, ComparisonRecord comparison) =>
    [
        name,
        Value(metric, comparison.Baseline),
        Value(metric, comparison.Value),
        RatioWithInterval(comparison),
        new ReportCell(ComparedMetric.WordOf(metric, comparison.Word), Look(comparison.Word)),
        comparison.Word != ComparisonWord.CannotTell ? ReportCell.Empty
            : comparison.MoreRuns is { } more ? Format.Count(more)
            : comparison.OnlyInTurn ? "with --run"
            : "> 1,000",
    ];

    private static string RatioWithInterval(ComparisonRecord comparison) => comparison.Ratio is not { } ratio ? "from 0"
        : Interval(comparison) is { Length: > 0 } interval ? $"{Times(ratio)} ({interval})"
        : Times(ratio);

    private static ReportCell Value(Metric metric, ComparedValuesRecord values)
    {
        double half = values.HalfWidth();
        string text = Format.Cell(metric, values.Median, half);
        string spread = values.Runs > 1 && values.Median > 0 ? $" ±{Spread(half / values.Median * 100)}%" : string.Empty;
        return new ReportCell(text + spread);
    }

    private static string Spread(double pct) => pct is > 0 and < 1 ? "<1" : Format.Count((long)Math.Round(Math.Min(pct, 999_999)));
}
