using System.Globalization;
using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Words;
using Landspeed.Results;
using Landspeed.Results.Rates;

namespace Landspeed.Reporting.Views;

/// <summary>How long requests take, the more of them there are.</summary>
internal static class RatesView
{
    /// <summary>Makes it.</summary>
    public static ReportView Of(ResultDocument document, Costs costs) => new()
    {
        Headline =
        [
            ["rates", $"{Operation(document.Setup)}  {Work(document.Setup)}", Cells.Count(document)],
            [Cells.Runs(document.Setup), Cells.Seed(document.Setup)],
        ],
        ExpectsConclusions = true,
        Charts = [Responses(document)],
        Tables = [Table(document, costs)],
    };

    private static string Operation(SetupRecord setup) =>
        OperationWords.Of(Cells.Option(setup, "operation") ?? string.Empty, Cells.Number(setup, "read_pct"));

    private static string Work(SetupRecord setup) =>
        SizeWords.Of(Cells.Number(setup, "request_size_bytes") ?? 0, Cells.Option(setup, "size_shares"))
        + $", {Cells.Option(setup, "arrivals")}"
        + $", at most {Format.Count(Cells.Number(setup, "in_flight") ?? 0)} in flight"
        + $" × {Format.Count(Cells.Number(setup, "threads") ?? 0, "thread")}";

    private static ReportTable Table(ResultDocument document, Costs costs)
    {
        bool hasShares = document.Cells.Any(cell => RateLabels.ShareOf(cell) is not null);
        bool hasLost = document.Cells.Any(cell => Lost(cell) > 0);
        Metric[] times =
        [
            Metrics.ResponseP50, Metrics.ResponseP99, Metrics.ResponseP999, Metrics.ReadResponseP99,
            Metrics.WriteResponseP99, Metrics.OwnLatenessP99,
        ];
        times = [.. times.Where(metric => document.Cells.Any(cell => cell[metric] is not null))];
        return new ReportTable
        {
            Title = "Each rate",
            Note = (hasShares ? "Percent of the rate with a full queue. " : string.Empty)
                + "Medians of the runs. Response: from due to done"
                + (times.Contains(Metrics.OwnLatenessP99)
                    ? "; own lateness: what landspeed itself was late" : string.Empty)
                + (hasLost ? "; not done: due, and skipped or not started at the end." : "."),
            IsNumberRow = true,
            Columns =
            [
                .. hasShares ? ["rate"] : Array.Empty<ReportColumn>(),
                Metrics.OfferedRate.Heading, "done/s", .. times.Select(metric => (ReportColumn)metric.Heading),
                .. hasLost ? ["not done"] : Array.Empty<ReportColumn>(),
                .. costs.Columns, "verdict",
            ],
            Rows =
            [
                .. document.Cells.Select(cell => (IReadOnlyList<ReportCell>)
                [
                    .. hasShares ? [Share(cell)] : Array.Empty<ReportCell>(),
                    cell[Metrics.OfferedRate] is null && !hasShares
                        ? (ReportCell)(cell.Labels.GetValueOrDefault(RateLabels.Rate) ?? "-")
                        : Cells.Value(cell, Metrics.OfferedRate),
                    Cells.Value(cell, Metrics.RequestRate),
                    .. times.Select(metric => Cells.Value(cell, metric)),
                    .. hasLost ? [NotDone(cell)] : Array.Empty<ReportCell>(),
                    .. costs.Values(cell),
                    Cells.Verdicts(cell),
                ]),
            ],
        };
    }

    private static ReportCell Share(CellRecord cell) =>
        RateLabels.ShareOf(cell) is { } share ? $"{Format.Short(share)} %" : "-";

    // Of those that were due.
    private static ReportCell NotDone(CellRecord cell) =>
        cell[Metrics.RequestsOffered] is { Median: > 0 } offered && Lost(cell) > 0
            ? new ReportCell(Format.Percent(100 * Lost(cell) / offered.Median), Mark.Warning)
            : ReportCell.Empty;

    private static double Lost(CellRecord cell) =>
        (cell[Metrics.RequestsSkipped]?.Median ?? 0) + (cell[Metrics.RequestsUnstarted]?.Median ?? 0);

    private static Chart Responses(ResultDocument document)
    {
        (string Name, Metric Metric)[] percentiles =
            [("p50", Metrics.ResponseP50), ("p99", Metrics.ResponseP99), ("p99.9", Metrics.ResponseP999)];
        CellRecord[] cells = [.. document.Cells.OrderBy(cell => cell[Metrics.OfferedRate]?.Median ?? double.MaxValue)];
        ChartSeries[] series =
        [
            .. percentiles.Select((of, index) => new ChartSeries(
                    of.Name, index, ChartSeries.PiecesOf(cells, cell => Point(cell, of.Name, of.Metric))))
                .Where(one => one.Pieces.Count > 0),
        ];
        ChartReference[] limits = [.. Limits(document.Setup)];
        double[] times =
        [
            .. series.SelectMany(one => one.Points).SelectMany(point => new[] { point.Low, point.High }),
            .. limits.Select(limit => limit.High),
        ];
        ChartPoint[] first = series.Length == 0 ? [] : [.. series[0].Points];
        return new Chart
        {
            Name = "response-over-rate",
            Title = "Response time over the rate",
            Note = "From the moment at which a request is due until it is done: the median of the runs, with the least "
                + "and the greatest.",
            Description = first.Length == 0 ? "No rate was measured."
                : $"Curves of percentiles over the rate: {series[0].Name} is {Format.Duration(first[0].Y * 1e3)} at "
                    + $"the lowest rate and {Format.Duration(first[^1].Y * 1e3)} at the highest.",
            X = LinearAxis.Of("requests due per second", first.Select(point => point.X).DefaultIfEmpty().Max()),
            Y = DecadeAxis.OfMicroseconds(
                "response time", times.DefaultIfEmpty(1).Min(), times.DefaultIfEmpty(1).Max()),
            Series = series,
            References = limits,
            Spread = "least to greatest of the runs",
            Nothing = "no rate was measured",
        };
    }

    private static IEnumerable<ChartReference> Limits(SetupRecord setup)
    {
        if (setup.Options.GetValueOrDefault(RateLabels.Limit) is { } text
            && double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double ns) && ns > 0)
        {
            yield return ChartReference.At(
                $"limit of {setup.Options.GetValueOrDefault(RateLabels.Percentile)}: {Format.Duration(ns)}", ns / 1e3);
        }
    }

    private static ChartPoint? Point(CellRecord cell, string name, Metric metric) =>
        cell.State == CellState.Done && cell[Metrics.OfferedRate] is { Median: > 0 } rate
            && cell[metric] is { Min: > 0 } times
            ? new ChartPoint
            {
                X = rate.Median,
                Y = times.Median / 1e3,
                Low = times.Min / 1e3,
                High = times.Max / 1e3,
                Verdict = MajorityVerdict.Of(cell),
                Tip = $"{Format.Rate(rate.Median)}/s: {name} {Format.Duration(times)}, "
                    + MajorityVerdict.Of(cell).ToWord(),
            }
            : null;
}
