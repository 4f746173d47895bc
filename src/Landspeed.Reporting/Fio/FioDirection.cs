using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Fio;

/// <summary><c>read</c>, <c>write</c> or <c>trim</c>; all zero where the job did not go that way.</summary>
internal static class FioDirection
{
    private const double Kib = 1024;

    /// <summary>Writes its members.</summary>
    /// <param name="job">Null: all zero.</param>
    /// <param name="writer">Where to.</param>
    public static void Write(MeasurementRecord? job, FioWriter writer)
    {
        TransferRecord? transfer = job?.Transfer;
        writer.Whole("io_bytes", transfer?.Bytes ?? 0);
        writer.Whole("io_kbytes", (transfer?.Bytes ?? 0) / 1024);
        writer.WholeOf("bw_bytes", transfer?.ThroughputBytesPerS ?? 0);
        writer.WholeOf("bw", (transfer?.ThroughputBytesPerS ?? 0) / Kib);
        writer.Fraction("iops", transfer?.RequestsPerS ?? 0);
        writer.Whole("runtime", (transfer?.ElapsedNs ?? 0) / 1_000_000);
        writer.Whole("total_ios", transfer?.Requests ?? 0);
        writer.Whole("short_ios", transfer?.ShortRequests ?? 0);
        writer.Whole("drop_ios", 0);
        FioLatency.WriteNone("slat_ns", writer);
        FioLatency.WriteWithPercentiles("clat_ns", job?.Latency, writer);
        FioLatency.Write("lat_ns", job?.Latency, writer);
        WriteSeries(job, writer);
    }

    private static void WriteSeries(MeasurementRecord? job, FioWriter writer)
    {
        SampleRecord[] samples = Whole(job?.Samples ?? []);
        var bandwidth = FioSeries.Of(samples, sample => sample.Bytes / Kib);
        writer.WholeOf("bw_min", bandwidth.Min);
        writer.WholeOf("bw_max", bandwidth.Max);
        writer.Fraction("bw_agg", job is null ? 0 : 100);
        writer.Fraction("bw_mean", bandwidth.Mean);
        writer.Fraction("bw_dev", bandwidth.Deviation);
        writer.Whole("bw_samples", samples.Length);
        var requests = FioSeries.Of(samples, sample => sample.Requests);
        writer.WholeOf("iops_min", requests.Min);
        writer.WholeOf("iops_max", requests.Max);
        writer.Fraction("iops_mean", requests.Mean);
        writer.Fraction("iops_stddev", requests.Deviation);
        writer.Whole("iops_samples", samples.Length);
    }

    /// <summary>
    /// Leaves out a last sample that was cut short, because its rate says little, unless it is the only one.
    /// </summary>
    private static SampleRecord[] Whole(IReadOnlyList<SampleRecord> samples) =>
        [.. samples.Where(sample => sample.DurationNs > 0 && sample.DurationNs >= samples[0].DurationNs)];
}
