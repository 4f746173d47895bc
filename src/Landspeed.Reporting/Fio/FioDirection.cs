using Landspeed.Results;

namespace Landspeed.Reporting.Fio;

/// <summary><c>read</c>, <c>write</c> or <c>trim</c>; all zero where the job did not move bytes in that direction.</summary>
internal static class FioDirection
{
    private const double Kib = 1024;

    /// <summary>Writes its members.</summary>
    /// <param name="job">Null: all zero.</param>
    /// <param name="writer">Where to.</param>
    public static void Write(RunRecord? job, FioWriter writer)
    {
        long bytes = (long)((job?[Metrics.BytesRead] ?? 0) + (job?[Metrics.BytesWritten] ?? 0));
        double rate = job?[Metrics.ThroughputToReturn] ?? job?[Metrics.Throughput] ?? 0;
        writer.Whole("io_bytes", bytes);
        writer.Whole("io_kbytes", bytes / 1024);
        writer.WholeOf("bw_bytes", rate);
        writer.WholeOf("bw", rate / Kib);
        writer.Fraction("iops", job?[Metrics.RequestRate] ?? 0);
        writer.Whole("runtime", (long)(job?[Metrics.Elapsed] ?? 0) / 1_000_000);
        writer.Whole("total_ios", (long)(job?[Metrics.Requests] ?? 0));
        writer.Whole("short_ios", (long)(job?[Metrics.ShortRequests] ?? 0));
        writer.Whole("drop_ios", 0);
        FioLatency.WriteNone("slat_ns", writer);
        FioLatency.WriteWithPercentiles("clat_ns", job?.Latency, writer);
        FioLatency.Write("lat_ns", job?.Latency, writer);
        WriteSeries(job, writer);
    }

    private static void WriteSeries(RunRecord? job, FioWriter writer)
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

/// <summary>A rate over the samples of a run; zero where there are none.</summary>
internal readonly record struct FioSeries(double Min, double Max, double Mean, double Deviation)
{
    /// <summary>Sums up an amount a second.</summary>
    public static FioSeries Of(SampleRecord[] samples, Func<SampleRecord, double> amount)
    {
        if (samples.Length == 0)
        {
            return default;
        }

        double[] rates = [.. samples.Select(sample => amount(sample) / sample.DurationNs * 1e9)];
        double mean = rates.Average();
        double squares = rates.Sum(rate => (rate - mean) * (rate - mean));
        double deviation = rates.Length > 1 ? Math.Sqrt(squares / (rates.Length - 1)) : 0;
        return new FioSeries(rates.Min(), rates.Max(), mean, deviation);
    }
}
