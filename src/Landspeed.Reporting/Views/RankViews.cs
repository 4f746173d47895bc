using Landspeed.Reporting.Words;
using Landspeed.Results;
using Landspeed.Results.Ranks;

namespace Landspeed.Reporting.Views;

/// <summary>What several ranks that measured together add to the view of their kind.</summary>
internal static class RankViews
{
    // Of a thousand ranks those matter that held the others up.
    private const int MostRows = 32;

    /// <summary>Adds it, where a result has ranks.</summary>
    public static ReportView With(ReportView view, ResultDocument document) => document.Ranks is not { } ranks ? view : view with
    {
        Tables = [.. view.Tables.Take(1), Table(ranks), .. view.Tables.Skip(1)],
        Facts = [Together(document, ranks), .. view.Facts],
    };

    private static ReportTable Table(RanksSection ranks)
    {
        bool hasRate = ranks.Ranks.Any(rank => rank.ThroughputBytesPerS is not null);
        bool isCut = ranks.Ranks.Count > MostRows;
        RankSummaryRecord[] shown = isCut
            ? [.. ranks.Ranks.OrderBy(rank => rank.RatePct ?? 0).Take(MostRows).OrderBy(rank => rank.Number)]
            : [.. ranks.Ranks];
        return new ReportTable
        {
            Title = isCut ? $"Ranks, the {Format.Count(MostRows)} slowest" : "Ranks",
            Note = "In percent of the rate of the median rank in the same run; began: after the first of them.",
            Columns = ["rank", "host", .. hasRate ? ["MB/s"] : Array.Empty<ReportColumn>(), "%", "began", "clock within", "verdict"],
            Rows = [.. shown.Select(rank => Row(rank, hasRate))],
        };
    }

    private static ReportCell[] Row(RankSummaryRecord rank, bool hasRate) =>
    [
        Format.Count(rank.Number),
        rank.Host,
        .. hasRate ? [rank.ThroughputBytesPerS is { } rate ? Format.Number(rate / 1e6) : "-"] : Array.Empty<ReportCell>(),
        new ReportCell(rank.RatePct is { } pct ? Format.Percent(pct) : "-", rank.Straggler ? Mark.Warning : Mark.Plain),
        Known(rank.LateNs),
        Known(rank.ClockErrorNs),
        ReportFact.Joined([.. rank.Verdicts, rank.Straggler ? "straggler" : null]),
    ];

    private static ReportFact Together(ResultDocument document, RanksSection ranks)
    {
        string hosts = $"{Format.Count(ranks.Ranks.Count)} of {Format.Count(ranks.Size, "rank")} on {Format.Count(document.Hosts.Count, "host")}";
        RunRecord? run = document.Cells is [var only] ? Cells.MedianRun(only) ?? (only.Runs is [var invalid, ..] ? invalid : null) : null;
        double? skew = run?[Metrics.Skew] ?? document.Cells.SelectMany(cell => cell.Runs).Select(one => one[Metrics.Skew]).Max();
        double? error = run?[Metrics.ClockError] ?? document.Cells.SelectMany(cell => cell.Runs).Select(one => one[Metrics.ClockError]).Max();
        return ReportFact.Of(
            "ranks",
            hosts,
            skew is { } apart ? $"skew {(run is null ? "at most " : string.Empty)}{Format.Duration(apart)}" : null,
            error is { } wrong ? $"clocks within {Format.Duration(wrong)}" : null,
            run?[Metrics.AllBusy] is { } busy && run[Metrics.ThroughputAllBusy] is { } rate ? $"all busy for {Format.Duration(busy)} with {Format.Throughput(rate)}" : null,
            run?[Metrics.FirstDone] is { } first && run[Metrics.LastDone] is { } last ? $"first done after {Format.Duration(first)}, last after {Format.Duration(last)}" : null)!;
    }

    private static ReportCell Known(double? ns) => ns is { } known ? Format.Duration(known) : "-";
}
