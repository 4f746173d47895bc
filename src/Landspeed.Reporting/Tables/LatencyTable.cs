using Landspeed.Experiments.Results;
using Spectre.Console;

namespace Landspeed.Reporting.Tables;

/// <summary>Percentiles under their names.</summary>
internal static class LatencyTable
{
    /// <summary>The table.</summary>
    public static Table Of(LatencyRecord latency)
    {
        (string Name, string Value)[] cells =
        [
            ("min", Format.Duration(latency.MinNs)),
            ("p50", Cell(latency.P50Ns)),
            ("p90", Cell(latency.P90Ns)),
            ("p99", Cell(latency.P99Ns)),
            ("p99.9", Cell(latency.P999Ns)),
            ("max", Format.Duration(latency.MaxNs)),
        ];
        Table table = Columns.Make(cells.Length);
        table.AddRow(Columns.Row(Mark.Quiet, cells.Select(cell => cell.Name)));
        table.AddRow(Columns.Row(Mark.Plain, cells.Select(cell => cell.Value)));
        return table;
    }

    /// <summary>A percentile, or that there are too few samples behind it.</summary>
    public static string Cell(long? ns) => ns is { } told ? Format.Duration(told) : "n too small";
}
