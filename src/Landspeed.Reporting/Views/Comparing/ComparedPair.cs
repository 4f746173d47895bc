using Landspeed.Reporting.Words;
using Landspeed.Results;
using Landspeed.Results.Comparing;
using Landspeed.Results.MetricGroups;

namespace Landspeed.Reporting.Views.Comparing;

/// <summary>One result against the baseline, by metric.</summary>
internal sealed class ComparedPair
{
    private readonly ComparingSection _comparing;
    private readonly ComparisonRecord[] _comparisons;
    private readonly ILookup<string, ComparisonRecord> _byMetric;

    /// <summary>Takes what is about one pair.</summary>
    public ComparedPair(ComparingSection comparing, ComparedPairRecord record)
    {
        (_comparing, Record) = (comparing, record);
        _comparisons = [.. comparing.Comparisons.Where(comparison => comparison.Other == record.Other)];
        _byMetric = _comparisons.ToLookup(comparison => comparison.Metric);
    }

    /// <summary>The pair, counted.</summary>
    public ComparedPairRecord Record { get; }

    /// <summary>The result that is compared.</summary>
    public string Name => _comparing.Results[Record.Other].Name;

    /// <summary>The result that it is compared with.</summary>
    public string Baseline => _comparing.Results[0].Name;

    /// <summary>Closer than this, values are equal, percent.</summary>
    public double BandPct => _comparing.BandPct;

    /// <summary>The same in words behind <c>equal</c>.</summary>
    public string WithinBand => $" within {Format.Short(BandPct)} %";

    /// <summary>Whether the ratios are those of rounds.</summary>
    public bool IsPaired => _comparing.Paired;

    /// <summary>The metrics that both have, in the order of what matters.</summary>
    public IEnumerable<Metric> Metrics => ComparedMetric.InOrder.Where(metric => _byMetric.Contains(metric.Name));

    /// <summary>The comparisons of a metric: differences first, the largest first; the others as the baseline has them.</summary>
    public IReadOnlyList<ComparisonRecord> Of(Metric metric) =>
    [
        .. _byMetric[metric.Name].OrderBy(comparison => IsDifferent(comparison) ? 0 : 1).ThenByDescending(comparison => IsDifferent(comparison) ? Size(comparison) : 0),
    ];

    /// <summary>The first metric of a group that both have; null: there is none.</summary>
    public Metric? Leading(MetricGroup group) => ComparedMetric.Leading(_comparisons, group);

    /// <summary>Differences that the leading metrics do not show, by metric, the largest first.</summary>
    public IEnumerable<(Metric Metric, ComparisonRecord Comparison)> Besides()
    {
        ILookup<string, ComparisonRecord> besides = ComparedMetric.Besides(_comparisons).ToLookup(comparison => comparison.Metric);
        return Metrics.SelectMany(metric => besides[metric.Name].OrderByDescending(Size).Select(comparison => (metric, comparison)));
    }

    /// <summary>What was not compared.</summary>
    public IEnumerable<ReportNote> Missing()
    {
        string[] parts =
        [
            .. Cells(Record.RefusedCells, "that cannot be compared (notes)"),
            .. Cells(Record.OnlyBaseline, $"of {Baseline} alone"),
            .. Cells(Record.OnlyOther, $"of {Name} alone"),
        ];
        if (parts.Length > 0)
        {
            yield return new ReportNote("left out", string.Join(", ", parts));
        }
    }

    /// <summary>Whether two values differ.</summary>
    public static bool IsDifferent(ComparisonRecord comparison) => comparison.Word is ComparisonWord.Better or ComparisonWord.Worse;

    /// <summary>How far from 1 the ratio is, either way.</summary>
    public static double Size(ComparisonRecord comparison) => comparison.Ratio is { } ratio and > 0 ? Math.Abs(Math.Log(ratio)) : double.PositiveInfinity;

    private static IEnumerable<string> Cells(int count, string which) => count > 0 ? [$"{Format.Count(count, "cell")} {which}"] : [];
}
