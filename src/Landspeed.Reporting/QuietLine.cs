using System.Globalization;
using Landspeed.Reporting.Formats;
using Landspeed.Reporting.Views;
using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting;

/// <summary>A measurement in one line of CSV, for scripts: the run of median throughput, with its verdict beside the number.</summary>
public static class QuietLine
{
    /// <summary>The names of the values, in order. They stay the same: columns are only added at the end.</summary>
    public const string Header =
        "name,runs,throughput_bytes_per_s,requests_per_s,latency_p50_ns,latency_p99_ns,cpu_ns_per_byte,"
        + "device_share_pct,verdict,partial,cpu_cycles_per_byte,throughput_to_return_bytes_per_s";

    /// <summary>The line.</summary>
    /// <param name="document">One cell with one or more runs; of an even number the slower of the two middle ones stands for all.</param>
    /// <returns>Without the line feed; unknown values are empty, but cycles for which no clock is known say <c>no clock</c>.</returns>
    /// <exception cref="ArgumentException">The document has no run.</exception>
    public static string Of(ResultDocument document)
    {
        ArgumentNullException.ThrowIfNull(document);
        CellRecord? cell = document.Cells.Count > 0 ? document.Cells[0] : null;
        RunRecord run = (cell is null ? null : Cells.MedianRun(cell)) ?? throw new ArgumentException("there is no run", nameof(document));
        TruthRecord? truth = run.Reads ?? run.Writes;
        return CsvLine.Join(
        [
            HarmlessText.ForSpreadsheet(cell!.Name),
            Text(cell.Runs.Count),
            Text(run[Metrics.Throughput]),
            Text(run[Metrics.RequestRate]),
            Text(run.Latency?.P50Ns),
            Text(run.Latency?.P99Ns),
            Text(run[Metrics.CpuPerByte]),
            Text(truth?.DeviceSharePct),
            (truth?.Verdict).ToWord(),
            document.Partial || run.Partial ? "true" : "false",
            Cycles(document, run),
            Text(run[Metrics.ThroughputToReturn]),
        ]);
    }

    private static string Cycles(ResultDocument document, RunRecord run) =>
        run[Metrics.CpuPerByte] is not null && run[Metrics.CyclesPerByte] is null
            ? new Costs(document, CostUnit.Cycles).Missing(Metrics.CyclesPerByte).Text
            : Text(run[Metrics.CyclesPerByte]);

    private static string Text(IFormattable? value) => value switch
    {
        double number when !double.IsFinite(number) => string.Empty,
        null => string.Empty,
        _ => value.ToString(null, CultureInfo.InvariantCulture),
    };
}
