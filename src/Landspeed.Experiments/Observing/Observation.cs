using System.Diagnostics;
using Landspeed.Platform;
using Landspeed.Quantities;

namespace Landspeed.Experiments.Observing;

/// <summary>
/// Reads the counters of the process, the machine and some devices, and reads them again at the end.
/// </summary>
/// <remarks>
/// Both take about 100 microseconds, none of which counts in the CPU time. The counters are those of the whole
/// process: one observation at a time.
/// </remarks>
internal sealed class Observation
{
    private readonly BlockDeviceLocation[] _places;
    private readonly Counters _before;

    private Observation(BlockDeviceLocation[] places)
    {
        _places = places;

        // The clock starts last and stops first.
        Counters others = Read(0, default);
        NativePlatform.Threads.ProcessTimes(out ProcessorTimes process);
        _before = others with { Process = process, Timestamp = Stopwatch.GetTimestamp() };
    }

    /// <summary>Reads the counters.</summary>
    /// <param name="places">Where bytes come from or go to; may be empty, or have the same device twice.</param>
    internal static Observation Begin(params BlockDeviceLocation[] places) => new(places);

    /// <summary>Reads the counters again.</summary>
    /// <returns>The differences.</returns>
    internal Observed End()
    {
        long timestamp = Stopwatch.GetTimestamp();
        NativePlatform.Threads.ProcessTimes(out ProcessorTimes process);
        Counters after = Read(timestamp, process);
        long elapsedNs = Math.Max(1, (long)((after.Timestamp - _before.Timestamp) * StopwatchTicks.Ns));
        return new Observed
        {
            ElapsedNs = elapsedNs,
            Process = after.Process - _before.Process,
            ProcessReadBytes = after.ProcessIo?.DeviceReadBytes - _before.ProcessIo?.DeviceReadBytes,
            ProcessWriteBytes = after.ProcessIo?.DeviceWriteBytes - _before.ProcessIo?.DeviceWriteBytes,
            Machine = Difference(_before.Machine, after.Machine),
            PeakResidentBytes = after.PeakResidentBytes,
            GarbageCollections = after.GarbageCollections - _before.GarbageCollections,
            GarbageCollectionPause = after.GarbageCollectionPause - _before.GarbageCollectionPause,
            PoolItems = after.PoolItems - _before.PoolItems,
            PoolThreadsAtStart = _before.PoolThreads,
            PoolThreadsAtEnd = after.PoolThreads,
            Places = [.. _places.Select((place, index) => new ObservedPlace(place, elapsedNs)
            {
                Traffic = Difference(_before.Devices[index], after.Devices[index]),
                Server = Difference(_before.Servers[index], after.Servers[index]),
            })],
        };
    }

    private Counters Read(long timestamp, ProcessorTimes process)
    {
        ICounterCalls counters = NativePlatform.Counters;
        bool processKnown = counters.Process(out ProcessIoCounters processIo).Succeeded;
        bool machineKnown = counters.Machine(out MachineTimes machine).Succeeded;
        return new Counters
        {
            Timestamp = timestamp,
            Process = process,
            ProcessIo = processKnown ? processIo : null,
            Machine = machineKnown ? machine : null,
            Devices = DevicesNow(counters),
            Servers = Array.ConvertAll(_places, place =>
                place.CountedMount is { } mount && counters.Server(mount, out ServerCounters server).Succeeded
                    ? server : (ServerCounters?)null),
            PeakResidentBytes = counters.PeakResident(out long peak).Succeeded ? peak : null,
            GarbageCollections = GC.CollectionCount(0),
            GarbageCollectionPause = GC.GetTotalPauseDuration(),
            PoolItems = ThreadPool.CompletedWorkItemCount,
            PoolThreads = ThreadPool.ThreadCount,
        };
    }

    // Two places on one device have the same traffic.
    private DeviceCounters?[] DevicesNow(ICounterCalls counters)
    {
        var devices = new DeviceCounters?[_places.Length];
        for (int index = 0; index < devices.Length; index++)
        {
            int first = Array.FindIndex(_places, place => place.Device == _places[index].Device);
            devices[index] = first < index ? devices[first]
                : _places[index].Device is { } device
                    && counters.Device(device, out DeviceCounters traffic).Succeeded ? traffic : null;
        }

        return devices;
    }

    private static MachineTimes? Difference(MachineTimes? before, MachineTimes? after) =>
        before is { } first && after is { } last
            ? new MachineTimes(last.BusyNs - first.BusyNs, last.IdleNs - first.IdleNs, last.StolenNs - first.StolenNs)
            : null;

    private static DeviceCounters? Difference(DeviceCounters? before, DeviceCounters? after) =>
        before is { } first && after is { } last
            ? new DeviceCounters(
                last.ReadCount - first.ReadCount,
                last.ReadBytes - first.ReadBytes,
                last.ReadTimeNs - first.ReadTimeNs,
                last.WriteCount - first.WriteCount,
                last.WriteBytes - first.WriteBytes,
                last.WriteTimeNs - first.WriteTimeNs,
                last.BusyNs - first.BusyNs,
                last.DiscardBytes - first.DiscardBytes)
            : null;

    private static ServerCounters? Difference(ServerCounters? before, ServerCounters? after) =>
        before is { } first && after is { } last
            ? new ServerCounters(last.ReadBytes - first.ReadBytes, last.WriteBytes - first.WriteBytes)
            : null;

    // All counters at one moment; null if they cannot be read here.
    private sealed record Counters
    {
        internal required long Timestamp { get; init; }

        internal required ProcessorTimes Process { get; init; }

        internal required ProcessIoCounters? ProcessIo { get; init; }

        internal required MachineTimes? Machine { get; init; }

        internal required DeviceCounters?[] Devices { get; init; }

        internal required ServerCounters?[] Servers { get; init; }

        internal required long? PeakResidentBytes { get; init; }

        internal required int GarbageCollections { get; init; }

        internal required TimeSpan GarbageCollectionPause { get; init; }

        internal required long PoolItems { get; init; }

        internal required int PoolThreads { get; init; }
    }
}
