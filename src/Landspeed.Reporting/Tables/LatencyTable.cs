using Landspeed.Experiments.Results;
using Spectre.Console;

namespace Landspeed.Reporting.Tables;

/// <summary>Percentiles under their names.</summary>
internal static class LatencyTable
{
    private const string TooFew = "n too small";

    /// <summary>
    /// The table; percentiles with too few samples behind them share one cell, so that it stays narrow.
    /// </summary>
    public static Grid Of(LatencyRecord latency)
    {
        (string Name, long? Ns)[] percentiles =
        [
            ("p50", latency.P50Ns), ("p90", latency.P90Ns), ("p99", latency.P99Ns), ("p99.9", latency.P999Ns),
        ];
        (string Name, long? Ns)[] told = [.. percentiles.Where(percentile => percentile.Ns is not null)];
        List<(string Name, string Value)> cells =
        [
            ("min", Format.Duration(latency.MinNs)),
            .. told.Select(percentile => (percentile.Name, Cell(percentile.Ns))),
        ];
        if (told.Length < percentiles.Length)
        {
            IEnumerable<string> untold = percentiles.Except(told).Select(percentile => percentile.Name);
            cells.Add((string.Join(' ', untold), TooFew));
        }

        cells.Add(("max", Format.Duration(latency.MaxNs)));
        Grid table = Columns.Make(cells.Count);
        table.AddRow(Columns.Row(Mark.Quiet, cells.Select(cell => cell.Name)));
        table.AddRow(Columns.Row(Mark.Plain, cells.Select(cell => cell.Value)));
        return table;
    }

    /// <summary>A percentile, or that there are too few samples behind it.</summary>
    public static string Cell(long? ns) => ns is { } told ? Format.Duration(told) : TooFew;
}
