using Landspeed.Experiments.Probing;
using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Processing;

/// <summary>How busy processors and device were between two moments.</summary>
internal static class BusyShares
{
    /// <summary>The shares, at most 100 %, as far as they are known.</summary>
    /// <param name="before">The first moment.</param>
    /// <param name="after">The last.</param>
    /// <param name="threads">Threads that worked: more processors they could not use.</param>
    internal static Dictionary<string, double> Of(CounterSnapshot before, CounterSnapshot after, int threads)
    {
        double elapsedNs = Math.Max(1, (after.Timestamp - before.Timestamp) * (1e9 / System.Diagnostics.Stopwatch.Frequency));
        int processors = Math.Min(threads, Environment.ProcessorCount);
        var shares = new Dictionary<string, double>
        {
            [ProcessingValues.CpuBusyPct] = Share(after.Process.TotalNs - before.Process.TotalNs, elapsedNs * processors),
        };
        if (after.Device is { } last && before.Device is { } first)
        {
            shares[ProcessingValues.DeviceBusyPct] = Share(last.BusyNs - first.BusyNs, elapsedNs);
        }

        return shares;
    }

    private static double Share(double part, double whole) => Math.Min(100, 100 * part / whole);
}
