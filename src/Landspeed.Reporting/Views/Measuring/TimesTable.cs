using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views.Measuring;

/// <summary>Distributions of times, one per row: those percentiles that one of them has.</summary>
internal static class TimesTable
{
    private static readonly (string Name, Func<LatencyRecord, long?> Of)[] s_columns =
    [
        ("p50", times => times.P50Ns), ("p90", times => times.P90Ns), ("p99", times => times.P99Ns),
        ("p99.9", times => times.P999Ns), ("p99.99", times => times.P9999Ns), ("max", times => times.MaxNs),
    ];

    /// <summary>Makes it.</summary>
    /// <param name="title">Its title.</param>
    /// <param name="note">What the times are.</param>
    /// <param name="before">Columns before the times.</param>
    /// <param name="rows">Cells of these columns, and the times, or null if there are none.</param>
    internal static ReportTable Of(
        string title,
        string note,
        IReadOnlyList<ReportColumn> before,
        IReadOnlyList<(IReadOnlyList<ReportCell> Before, LatencyRecord? Times)> rows)
    {
        (string Name, Func<LatencyRecord, long?> Of)[] columns =
            [.. s_columns.Where(column => rows.Any(row => Of(column, row.Times) is not null))];
        return new ReportTable
        {
            Title = title,
            Note = note,
            Columns = [.. before, .. columns.Select(column => (ReportColumn)column.Name)],
            Rows =
            [
                .. rows.Select(row => (IReadOnlyList<ReportCell>)
                [
                    .. row.Before,
                    .. columns.Select(column => (ReportCell)
                        (Of(column, row.Times) is { } ns ? Format.Duration(ns) : "-")),
                ]),
            ],
        };
    }

    private static long? Of((string Name, Func<LatencyRecord, long?> Of) column, LatencyRecord? times) =>
        times is null ? null : column.Of(times);
}
