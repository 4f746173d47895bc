using System.Globalization;
using Landspeed.Results;

namespace Landspeed.Reporting.Fio;

/// <summary>
/// <c>slat_ns</c>, <c>clat_ns</c> and <c>lat_ns</c>. Ours runs from submission to completion and stands for the last
/// two.
/// </summary>
internal static class FioLatency
{
    /// <summary>fio's own list.</summary>
    private static readonly decimal[] Percentiles =
        [1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99, 99.5m, 99.9m, 99.95m, 99.99m];

    /// <summary>No samples.</summary>
    public static void WriteNone(string name, FioWriter writer) => Write(name, null, writer);

    /// <summary>Without percentiles.</summary>
    public static void Write(string name, LatencyRecord? latency, FioWriter writer) =>
        writer.Object(name, () => WriteMoments(latency, writer));

    /// <summary>With percentiles, when there are samples.</summary>
    public static void WriteWithPercentiles(string name, LatencyRecord? latency, FioWriter writer) =>
        writer.Object(name, () =>
        {
            WriteMoments(latency, writer);
            if (latency is not null)
            {
                writer.Object("percentile", () => WritePercentiles(latency, writer));
            }
        });

    /// <summary>Keys of the percentiles with fewer than ten samples to be expected beyond them.</summary>
    public static IEnumerable<string> TooFew(LatencyRecord? latency) => latency is null
        ? []
        : Percentiles.Where(percent => latency.Count * Math.Min(percent, 100 - percent) < 1000).Select(Key);

    /// <summary>Whether only a few percentiles are known: the runs of a sweep are kept without their bins.</summary>
    public static bool HasBins(LatencyRecord latency) => latency.Bins.Count > 0 || latency.Count == 0;

    /// <summary>Keys of what is unknown without bins.</summary>
    public static IEnumerable<string> NotKept(LatencyRecord? latency)
    {
        if (latency is null || HasBins(latency))
        {
            return [];
        }

        IEnumerable<decimal> unknown = Percentiles.Where(percent => Kept(latency, percent) is null);
        return unknown.Select(percent => $"clat_ns.percentile.{Key(percent)}")
            .Concat(["latency_ns", "latency_us", "latency_ms"]);
    }

    private static long? Kept(LatencyRecord latency, decimal percent) => percent switch
    {
        50 => latency.P50Ns,
        90 => latency.P90Ns,
        99 => latency.P99Ns,
        99.9m => latency.P999Ns,
        99.99m => latency.P9999Ns,
        _ => null,
    };

    private static string Key(decimal percent) => percent.ToString("F6", CultureInfo.InvariantCulture);

    private static void WriteMoments(LatencyRecord? latency, FioWriter writer)
    {
        writer.Whole("min", latency?.MinNs ?? 0);
        writer.Whole("max", latency?.MaxNs ?? 0);
        writer.Fraction("mean", latency?.MeanNs ?? 0);
        writer.Fraction("stddev", latency?.StandardDeviationNs ?? 0);
        writer.Whole("N", latency?.Count ?? 0);
    }

    private static void WritePercentiles(LatencyRecord latency, FioWriter writer)
    {
        foreach (decimal percent in Percentiles)
        {
            if (!HasBins(latency))
            {
                writer.Whole(Key(percent), Kept(latency, percent));
                continue;
            }

            long rank = Math.Max(1, (long)Math.Ceiling(percent / 100 * latency.Count));
            writer.Whole(Key(percent), Math.Clamp(UpTo(latency.Bins, rank), latency.MinNs, latency.MaxNs));
        }
    }

    private static long UpTo(IReadOnlyList<LatencyBin> bins, long rank)
    {
        long seen = 0;
        return bins.FirstOrDefault(bin => (seen += bin.Count) >= rank)?.UpToNs ?? long.MaxValue;
    }
}
