using System.Diagnostics;
using Landspeed.Experiments.Results;
using Landspeed.Platform;

namespace Landspeed.Experiments.Processing;

/// <summary>How long processors and devices have been busy, at one moment.</summary>
internal sealed class BusyTimes
{
    private readonly long _timestamp = Stopwatch.GetTimestamp();
    private readonly long _processNs;
    private readonly long?[] _devicesNs;

    private BusyTimes(long processNs, long?[] devicesNs) => (_processNs, _devicesNs) = (processNs, devicesNs);

    /// <summary>Reads clocks and counters.</summary>
    /// <param name="devices">Of these devices.</param>
    internal static BusyTimes Take(IReadOnlyList<DeviceNumber> devices)
    {
        NativePlatform.Threads.ProcessTimes(out ProcessorTimes process);
        return new BusyTimes(process.TotalNs, [.. devices.Select(device =>
            NativePlatform.Counters.Device(device, out DeviceCounters traffic).Succeeded ? traffic.BusyNs : (long?)null)]);
    }

    /// <summary>The shares between two moments, at most 100 %, as far as they are known.</summary>
    /// <param name="before">The first moment.</param>
    /// <param name="after">The last, of the same devices.</param>
    /// <param name="threads">Threads that worked: more processors they could not use.</param>
    internal static Dictionary<string, double> Shares(BusyTimes before, BusyTimes after, int threads)
    {
        double elapsedNs = Math.Max(1, (after._timestamp - before._timestamp) * (1e9 / Stopwatch.Frequency));
        int processors = Math.Min(threads, Environment.ProcessorCount);
        var shares = new Dictionary<string, double>
        {
            [Metrics.CpuBusy.Name] = Share(after._processNs - before._processNs, elapsedNs * processors),
        };

        // Of several the busier: that is the one that would be waited for.
        if (after._devicesNs.Zip(before._devicesNs, (last, first) => last - first).Max() is { } busy)
        {
            shares[Metrics.DeviceBusy.Name] = Share(busy, elapsedNs);
        }

        return shares;
    }

    private static double Share(double part, double whole) => Math.Min(100, 100 * part / whole);
}
