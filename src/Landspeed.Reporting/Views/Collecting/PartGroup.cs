using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views.Collecting;

/// <summary>Results of one kind: their curves over each other, their cells side by side.</summary>
internal sealed class PartGroup
{
    // More of either cannot be compared by eye.
    private const int MostCharts = 24;
    private const int MostRows = 200;

    // The median of two results says no more than the two.
    private const int FewestForMedian = 3;

    // What fragmented free space does to new files: other kinds do not have it.
    private static readonly (Metric Metric, string Title)[] s_counts =
    [
        (Metrics.ProbeRuns, "Runs of a new file, appended"),
        (Metrics.ReservedProbeRuns, "Runs of a new file, blocks reserved first"),
        (Metrics.FreeRunsAfter, "Runs of free space"),
    ];

    private readonly HashSet<string> _overlaid;

    /// <summary>Lays them over each other.</summary>
    /// <param name="parts">One or more, of one kind and variant.</param>
    public PartGroup(IReadOnlyList<PartView> parts)
    {
        Parts = parts;
        Kind = $"{parts[0].Document.Kind} {parts[0].Document.Variant}".TrimEnd();
        (string Source, Chart Chart)[] overlaid = parts.Count > 1 ? [.. Overlaid().Take(MostCharts)] : [];
        Charts = [.. overlaid.Select(one => one.Chart)];
        _overlaid = [.. overlaid.Select(one => one.Source)];
        Tables = parts.Count > 1 ? [.. SideBySide()] : [];
    }

    /// <summary>The kind, with its variant.</summary>
    public string Kind { get; }

    /// <summary>The results.</summary>
    public IReadOnlyList<PartView> Parts { get; }

    /// <summary>A chart for each curve that two or more have.</summary>
    public IReadOnlyList<Chart> Charts { get; }

    /// <summary>One table per metric, one row per cell, one column per result.</summary>
    public IReadOnlyList<ReportTable> Tables { get; }

    /// <summary>Whether a chart of a result is among those above.</summary>
    public bool Shows(Picture chart) => _overlaid.Contains(chart.Name);

    /// <summary>A metric as the heading of a table or chart.</summary>
    public static string Title(Metric metric) => metric == Metrics.Throughput ? "Throughput, MB/s"
        : metric == Metrics.CpuPerByte ? "CPU time, ns/B"
        : s_counts.FirstOrDefault(count => count.Metric == metric).Title ?? Cells.Capital(metric.Heading);

    private IEnumerable<(string Source, Chart Chart)> Overlaid() =>
        from curve in Parts.SelectMany(part => part.View.Charts.OfType<Chart>().SelectMany(chart => chart.Series.Select(series => (Part: part, Chart: chart, Series: series))))
        group curve by (curve.Chart.Name, curve.Series.Name) into same
        let curves = same.ToArray()
        where curves.Length > 1 && AxisUnion.Fits(curves.Select(curve => curve.Chart.X)) && CommonY(curves) is not null
        select (same.Key.Item1, Overlay(curves, same.Key.Item2));

    private Chart Overlay((PartView Part, Chart Chart, ChartSeries Series)[] curves, string name)
    {
        Chart first = curves[0].Chart;
        return first with
        {
            Name = string.Join('-', new[] { first.Name, Kind, name }.Select(word => new string([.. word.Select(letter => char.IsAsciiLetterOrDigit(letter) ? char.ToLowerInvariant(letter) : '-')]))),
            Title = curves.All(curve => curve.Chart.Series.Count == 1) ? first.Title : $"{first.Title}: {name}",
            Description = $"Lines of {name}, one per result: {string.Join(", ", curves.Select(curve => curve.Part.Name))}.",
            X = AxisUnion.Of([.. curves.Select(curve => curve.Chart.X)]),
            Y = CommonY(curves)!,
            Right = null,
            Groups = [],
            Series = [.. curves.Select(curve => curve.Series with { Name = curve.Part.Name, Look = curve.Part.Look })],
        };
    }

    // Of one unit, but logarithmic in some and linear in others: both go by what each result has measured.
    private static Axis? CommonY((PartView Part, Chart Chart, ChartSeries Series)[] curves)
    {
        Axis[] axes = [.. curves.Select(curve => curve.Chart.Y)];
        ChartPoint[] points = [.. curves.SelectMany(curve => curve.Series.Points)];
        return AxisUnion.Fits(axes) ? AxisUnion.Of(axes)
            : axes.Select(axis => axis.Title).Distinct().Count() > 1 || points.Length == 0 ? null
            : points.All(point => point.Low > 0)
                ? DecadeAxis.Of(axes[0].Title, points.Min(point => point.Low), points.Max(point => point.High))
            : LinearAxis.Of(axes[0].Title, points.Max(point => point.High));
    }

    private IEnumerable<ReportTable> SideBySide()
    {
        CellRecord[][] rows = [.. Parts.SelectMany((part, index) => part.Document.Cells.Select(cell => (Cell: cell, Part: index)))
            .GroupBy(one => one.Cell.Name, StringComparer.Ordinal)
            .Select(same => Parts.Select((_, index) => same.FirstOrDefault(one => one.Part == index).Cell).ToArray())];
        Metric? rate = new[] { Metrics.Throughput, Metrics.ElapsedToDurable, Metrics.Elapsed }
            .FirstOrDefault(metric => rows.SelectMany(row => row).Any(cell => cell?[metric] is not null));
        Metric?[] shown = [.. s_counts.Select(count => count.Metric), rate, Metrics.CpuPerByte];
        bool hasMedian = Parts.Count >= FewestForMedian;
        foreach (Metric metric in shown.OfType<Metric>())
        {
            CellRecord[][] known = [.. rows.Where(row => row.Any(cell => cell?[metric] is not null))];
            if (known.Length == 0)
            {
                continue;
            }

            yield return new ReportTable
            {
                Title = Title(metric),
                Note = "Medians. To see whether two of them differ use landspeed compare A.json B.json."
                    + (known.Length > MostRows ? $" {Format.Count(known.Length - MostRows)} more cells are in the CSV." : string.Empty),
                Columns =
                [
                    "cell",
                    .. Parts.Select(part => new ReportColumn(part.Name) { Look = part.Look }),
                    .. hasMedian ? ["median"] : Array.Empty<ReportColumn>(),
                ],
                Rows = [.. known.Take(MostRows).Select(row => (IReadOnlyList<ReportCell>)
                [
                    row.First(cell => cell is not null)!.Name,
                    .. row.Select(cell => cell is null ? ReportCell.Empty : Cells.Value(cell, metric)),
                    .. hasMedian ? [OfAll(row, metric)] : Array.Empty<ReportCell>(),
                ])],
            };
        }
    }

    private static ReportCell OfAll(CellRecord?[] row, Metric metric)
    {
        double[] medians = [.. row.Select(cell => cell?[metric]?.Median).OfType<double>().Order()];
        return medians.Length < FewestForMedian
            ? ReportCell.Empty : Format.Cell(metric, HistoryView.Middle(medians));
    }
}
