using Landspeed.Experiments.Statistics;
using Landspeed.Results;

namespace Landspeed.Experiments.Merging;

/// <summary>
/// Adds distributions of latency that were measured separately: bin by bin, so that the sum is that of all samples.
/// </summary>
internal static class MergedLatency
{
    /// <summary>Adds the distributions.</summary>
    /// <param name="parts">Distributions with their bins.</param>
    /// <returns>The sum, or null if there is none. Bins, counts and percentiles are exact; mean and deviation within
    /// the precision of floating point.</returns>
    internal static LatencyRecord? Of(IReadOnlyList<LatencyRecord> parts)
    {
        if (parts.Count == 0)
        {
            return null;
        }

        var all = new LatencyHistogram();
        foreach (LatencyBin bin in parts.SelectMany(part => part.Bins))
        {
            all.Record(Math.Min(bin.UpToNs, LatencyHistogram.LargestNs), bin.Count);
        }

        long count = parts.Sum(part => part.Count);
        long largest = parts.Max(part => part.MaxNs);
        double mean = parts.Sum(part => part.MeanNs * part.Count) / count;
        double squares = parts.Sum(part => part.Count * (Square(part.StandardDeviationNs) + Square(part.MeanNs - mean)));
        long? Percentile(double percent) => all.Percentile(percent) is { } ns ? Math.Min(ns, largest) : null;
        return new LatencyRecord
        {
            Count = count,
            MinNs = parts.Min(part => part.MinNs),
            MeanNs = mean,
            StandardDeviationNs = Math.Sqrt(squares / count),
            MaxNs = largest,
            P50Ns = Percentile(50),
            P90Ns = Percentile(90),
            P99Ns = Percentile(99),
            P999Ns = Percentile(99.9),
            P9999Ns = Percentile(99.99),
            Saturated = parts.Sum(part => part.Saturated),
            Bins = all.Bins(),
        };
    }

    private static double Square(double value) => value * value;
}
