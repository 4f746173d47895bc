using System.Globalization;
using Landspeed.Experiments.Results;

namespace Landspeed.Reporting;

/// <summary>
/// A measurement in one line of CSV, for scripts: the run of median throughput, with its verdict beside the number.
/// </summary>
public static class QuietLine
{
    /// <summary>
    /// What the values are, in order; not printed, but the same for ever: columns are only added at the end.
    /// </summary>
    public const string Header =
        "name,runs,throughput_bytes_per_s,requests_per_s,latency_p50_ns,latency_p99_ns,process_ns_per_byte,"
        + "device_share_pct,verdict,partial";

    /// <summary>The line.</summary>
    /// <param name="document">
    /// One or more runs; of an even number the slower of the two middle ones stands for all.
    /// </param>
    /// <returns>Without the line feed; unknown values are empty.</returns>
    /// <exception cref="ArgumentException">The document has no run.</exception>
    public static string Of(MeasurementDocument document)
    {
        ArgumentNullException.ThrowIfNull(document);
        MeasurementRecord run = MedianRun.Of(document.Jobs);
        return CsvLine.Join(
        [
            run.Name,
            Text(document.Jobs.Count),
            Text(run.Transfer.ThroughputBytesPerS),
            Text(run.Transfer.RequestsPerS),
            Text(run.Latency?.P50Ns),
            Text(run.Latency?.P99Ns),
            Text(run.Cpu.ProcessNsPerByte),
            Text(run.Truth.DeviceSharePct),
            run.Truth.Verdict.ToString().ToLowerInvariant(),
            document.Partial || run.Partial ? "true" : "false",
        ]);
    }

    private static string Text(IFormattable? value) => value switch
    {
        double number when !double.IsFinite(number) => string.Empty,
        null => string.Empty,
        _ => value.ToString(null, CultureInfo.InvariantCulture),
    };
}
