using System.Diagnostics;
using Landspeed.Platform;
using Landspeed.Quantities;
using Landspeed.Results;

namespace Landspeed.Experiments.Processing;

/// <summary>How long CPUs and devices have been busy, at one moment.</summary>
internal sealed class BusyTimes
{
    private readonly long _timestamp = Stopwatch.GetTimestamp();
    private readonly long _processNs;
    private readonly long?[] _devicesNs;

    private BusyTimes(long processNs, long?[] devicesNs) => (_processNs, _devicesNs) = (processNs, devicesNs);

    /// <summary>Reads clocks and counters.</summary>
    /// <param name="devices">The devices to read.</param>
    internal static BusyTimes Take(IReadOnlyList<DeviceNumber> devices)
    {
        NativePlatform.Threads.ProcessTimes(out ProcessorTimes process);
        return new BusyTimes(process.TotalNs, [.. devices.Select(device =>
            NativePlatform.Counters.Device(device, out DeviceCounters traffic).Succeeded ? traffic.BusyNs : (long?)null)]);
    }

    /// <summary>Returns the shares between two moments, at most 100 %, if they are known.</summary>
    /// <param name="before">The first moment.</param>
    /// <param name="after">The last moment, of the same devices.</param>
    /// <param name="threads">Number of threads that worked: they could not use more CPUs.</param>
    internal static Dictionary<string, double> Shares(BusyTimes before, BusyTimes after, int threads)
    {
        double elapsedNs = Math.Max(1, (after._timestamp - before._timestamp) * StopwatchTicks.Ns);
        int processors = Math.Min(threads, Environment.ProcessorCount);
        var shares = new Dictionary<string, double>
        {
            [Metrics.CpuBusy.Name] = Share(after._processNs - before._processNs, elapsedNs * processors),
        };

        // Of several devices the busier one: that is the bottleneck.
        if (after._devicesNs.Zip(before._devicesNs, (last, first) => last - first).Max() is { } busy)
        {
            shares[Metrics.DeviceBusy.Name] = Share(busy, elapsedNs);
        }

        return shares;
    }

    private static double Share(double part, double whole) => Math.Min(100, 100 * part / whole);
}
