using Landspeed.Results;

namespace Landspeed.Reporting.Fio;

/// <summary><c>read</c>, <c>write</c> or <c>trim</c>; all zero where the job did not move bytes in that direction.</summary>
internal static class FioDirection
{
    private const double Kib = 1024;

    /// <summary>Members that are zero in a mix: its samples are of both directions together.</summary>
    internal static readonly string[] NotOfMix =
        ["short_ios", "bw_min", "bw_max", "bw_mean", "bw_dev", "iops_min", "iops_max", "iops_mean", "iops_stddev"];

    /// <summary>Writes its members.</summary>
    /// <param name="job">A run in one direction, or null: all zero.</param>
    /// <param name="writer">Where to.</param>
    public static void Write(RunRecord? job, FioWriter writer)
    {
        long bytes = (long)((job?[Metrics.BytesRead] ?? 0) + (job?[Metrics.BytesWritten] ?? 0));
        var moved = new RequestPartRecord(bytes, (long)(job?[Metrics.Requests] ?? 0), job?.Latency, Response: null);
        WriteMoved(moved, (long)(job?[Metrics.ShortRequests] ?? 0), job?[Metrics.Elapsed] ?? 0, writer);
        WriteSeries(job?.Samples ?? [], job is not null, writer);
    }

    /// <summary>Writes the members of one direction of a mix.</summary>
    /// <param name="direction">What was counted.</param>
    /// <param name="elapsedNs">The time in which it was.</param>
    /// <param name="writer">Where to.</param>
    public static void Write(RequestPartRecord direction, double elapsedNs, FioWriter writer)
    {
        WriteMoved(direction, shortRequests: 0, elapsedNs, writer);
        WriteSeries([], isUsed: true, writer);
    }

    private static void WriteMoved(RequestPartRecord moved, long shortRequests, double elapsedNs, FioWriter writer)
    {
        double rate = elapsedNs > 0 ? moved.Bytes * 1e9 / elapsedNs : 0;
        writer.Whole("io_bytes", moved.Bytes);
        writer.Whole("io_kbytes", moved.Bytes / 1024);
        writer.WholeOf("bw_bytes", rate);
        writer.WholeOf("bw", rate / Kib);
        writer.Fraction("iops", elapsedNs > 0 ? moved.Requests * 1e9 / elapsedNs : 0);
        writer.Whole("runtime", (long)elapsedNs / 1_000_000);
        writer.Whole("total_ios", moved.Requests);
        writer.Whole("short_ios", shortRequests);
        writer.Whole("drop_ios", 0);
        FioLatency.WriteNone("slat_ns", writer);
        FioLatency.WriteWithPercentiles("clat_ns", moved.Latency, writer);
        FioLatency.Write("lat_ns", moved.Latency, writer);
    }

    private static void WriteSeries(IReadOnlyList<SampleRecord> all, bool isUsed, FioWriter writer)
    {
        SampleRecord[] samples = Whole(all);
        var bandwidth = FioSeries.Of(samples, sample => sample.Bytes / Kib);
        writer.WholeOf("bw_min", bandwidth.Min);
        writer.WholeOf("bw_max", bandwidth.Max);
        writer.Fraction("bw_agg", isUsed ? 100 : 0);
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
