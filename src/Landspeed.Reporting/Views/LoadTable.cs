using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views;

/// <summary>The times of requests that start at a rate: what who asks waits, and what of it is whose.</summary>
internal static class LoadTable
{
    /// <summary>Makes it.</summary>
    /// <param name="run">A run at a rate.</param>
    /// <param name="which">Which run, for the title.</param>
    internal static ReportTable Of(RunRecord run, string which)
    {
        (string Name, string Meaning, LatencyRecord Times)[] rows =
        [
            .. new[]
            {
                ("response", "due to done", run.Response), ("service", "started to done", run.Latency),
                ("lateness", "due to started", run.Lateness),
            }.Where(row => row.Item3 is not null).Select(row => (row.Item1, row.Item2, row.Item3!)),
        ];
        (string Name, Func<LatencyRecord, long?> Of)[] columns =
        [
            ("p50", times => times.P50Ns), ("p90", times => times.P90Ns), ("p99", times => times.P99Ns),
            ("p99.9", times => times.P999Ns), ("p99.99", times => times.P9999Ns), ("max", times => times.MaxNs),
        ];
        columns = [.. columns.Where(column => rows.Any(row => column.Of(row.Times) is not null))];
        return new ReportTable
        {
            Title = $"Times at a rate{which}",
            Note = $"Response = lateness + service, {Format.Count(rows.Max(row => row.Times.Count), "request")}. "
                + "A request is due by the clock, whatever became of earlier ones.",
            Columns = ["time", "from", .. columns.Select(column => (ReportColumn)column.Name)],
            Rows =
            [
                .. rows.Select(row => (IReadOnlyList<ReportCell>)
                [
                    row.Name, row.Meaning,
                    .. columns.Select(column => (ReportCell)
                        (column.Of(row.Times) is { } ns ? Format.Duration(ns) : "-")),
                ]),
            ],
        };
    }
}
