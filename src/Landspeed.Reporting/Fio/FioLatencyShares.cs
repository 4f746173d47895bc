using System.Globalization;
using Landspeed.Results;

namespace Landspeed.Reporting.Fio;

/// <summary>
/// <c>latency_ns</c>, <c>latency_us</c> and <c>latency_ms</c>: shares of the requests, in percent, up to each limit.
/// </summary>
internal static class FioLatencyShares
{
    private static readonly int[] Limits = [2, 4, 10, 20, 50, 100, 250, 500, 750, 1000];

    /// <summary>Writes the three objects; null where the bins were not kept.</summary>
    public static void Write(LatencyRecord? latency, FioWriter writer)
    {
        if (latency is not null && !FioLatency.HasBins(latency))
        {
            writer.Missing("latency_ns");
            writer.Missing("latency_us");
            writer.Missing("latency_ms");
            return;
        }

        long above = Write("latency_ns", latency, 1, 0, writer, Limits);
        above = Write("latency_us", latency, 1_000, above, writer, Limits);
        Write("latency_ms", latency, 1_000_000, above, writer, [.. Limits, 2000]);
    }

    /// <summary>Writes one object.</summary>
    /// <returns>Its last limit, ns: where the next one goes on.</returns>
    private static long Write(
        string name, LatencyRecord? latency, long unitNs, long aboveNs, FioWriter writer, int[] limits)
    {
        writer.Object(name, () =>
        {
            long from = aboveNs;
            foreach (int limit in limits)
            {
                long upTo = limit * unitNs;
                writer.Fraction(limit.ToString(CultureInfo.InvariantCulture), Share(latency, from, upTo));
                from = upTo;
            }

            if (limits.Length > Limits.Length)
            {
                writer.Fraction(">=2000", Share(latency, from, long.MaxValue));
            }
        });
        return limits[^1] * unitNs;
    }

    private static double Share(LatencyRecord? latency, long aboveNs, long upToNs)
    {
        if (latency is null || latency.Count == 0)
        {
            return 0;
        }

        long from = aboveNs == 0 ? -1 : aboveNs;
        return 100.0 * latency.Bins.Where(bin => bin.UpToNs > from && bin.UpToNs <= upToNs).Sum(bin => bin.Count)
            / latency.Count;
    }
}
