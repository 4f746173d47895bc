using System.Diagnostics;
using Landspeed.Experiments.Results;
using Landspeed.Platform;

namespace Landspeed.Experiments.Judging;

/// <summary>
/// All counters at one moment; a run is the difference between two. Fields are null if they cannot be read here; the
/// reason is beside them.
/// </summary>
internal sealed record CounterSnapshot
{
    /// <summary>Moment, ticks of <see cref="Stopwatch"/>.</summary>
    public required long Timestamp { get; init; }

    /// <summary>Bytes that the process caused to move.</summary>
    public ProcessIoCounters? ProcessIo { get; init; }

    /// <summary>Traffic of the block device, by all processes.</summary>
    public DeviceCounters? Device { get; init; }

    /// <summary>Traffic with the file's server, by all processes on this machine.</summary>
    public ServerCounters? Server { get; init; }

    /// <summary>CPU time of the machine.</summary>
    public MachineTimes? Machine { get; init; }

    /// <summary>CPU time of the process.</summary>
    public required ProcessorTimes Process { get; init; }

    /// <summary>Peak resident memory of the process so far, bytes.</summary>
    public long? PeakResidentBytes { get; init; }

    /// <summary>Garbage collections so far.</summary>
    public required int GarbageCollections { get; init; }

    /// <summary>Their pauses so far.</summary>
    public required TimeSpan GarbageCollectionPause { get; init; }

    /// <summary>Work items that the thread pool completed so far.</summary>
    public required long PoolItems { get; init; }

    /// <summary>Threads of the thread pool.</summary>
    public required int PoolThreads { get; init; }

    /// <summary>
    /// Reads all counters before a measurement; about 100 microseconds, none of which counts in its CPU time.
    /// </summary>
    /// <param name="device">The block device below the file, or null.</param>
    /// <param name="serverMount">Directory of a mount that counts the traffic of its server, or null.</param>
    /// <returns>The snapshot.</returns>
    public static CounterSnapshot AtStart(DeviceNumber? device, string? serverMount = null)
    {
        CounterSnapshot others = Read(device, serverMount, 0, default);
        NativePlatform.Threads.ProcessTimes(out ProcessorTimes process);
        return others with { Process = process, Timestamp = Stopwatch.GetTimestamp() };
    }

    /// <summary>
    /// Reads all counters after a measurement; about 100 microseconds, none of which counts in its CPU time.
    /// </summary>
    /// <param name="device">The block device below the file, or null.</param>
    /// <param name="serverMount">Directory of a mount that counts the traffic of its server, or null.</param>
    /// <returns>The snapshot.</returns>
    public static CounterSnapshot AtEnd(DeviceNumber? device, string? serverMount = null)
    {
        long timestamp = Stopwatch.GetTimestamp();
        NativePlatform.Threads.ProcessTimes(out ProcessorTimes process);
        return Read(device, serverMount, timestamp, process);
    }

    /// <summary>Returns the traffic of the block device since an earlier snapshot of the same device.</summary>
    /// <param name="before">The earlier snapshot.</param>
    /// <param name="device">Name of the device, or null if it has none.</param>
    /// <returns>The traffic by all processes, or null if it was not counted.</returns>
    public DeviceRecord? TrafficSince(CounterSnapshot before, string? device)
    {
        ArgumentNullException.ThrowIfNull(before);
        if (before.Device is not { } first || Device is not { } last || device is null)
        {
            return null;
        }

        double elapsedNs = Math.Max(1, Stopwatch.GetElapsedTime(before.Timestamp, Timestamp).TotalNanoseconds);
        return new DeviceRecord
        {
            Name = device,
            ReadRequests = last.ReadCount - first.ReadCount,
            ReadBytes = last.ReadBytes - first.ReadBytes,
            WriteRequests = last.WriteCount - first.WriteCount,
            WriteBytes = last.WriteBytes - first.WriteBytes,
            BusyPct = Math.Clamp(100 * (last.BusyNs - first.BusyNs) / elapsedNs, 0, 100),
        };
    }

    /// <summary>Returns the CPU time of the process since an earlier snapshot, nanoseconds.</summary>
    internal long CpuNsSince(CounterSnapshot before) =>
        Process.UserNs + Process.SystemNs - before.Process.UserNs - before.Process.SystemNs;

    /// <summary>
    /// Returns the bytes that the process caused devices to read since an earlier snapshot, or null if not counted.
    /// </summary>
    internal long? ProcessReadSince(CounterSnapshot before) =>
        ProcessIo?.DeviceReadBytes - before.ProcessIo?.DeviceReadBytes;

    private static CounterSnapshot Read(DeviceNumber? device, string? serverMount, long timestamp, ProcessorTimes process)
    {
        ICounterCalls counters = NativePlatform.Counters;
        DeviceCounters traffic = default;
        bool deviceKnown = device is not null && counters.Device(device.Value, out traffic).Succeeded;
        bool processKnown = counters.Process(out ProcessIoCounters processIo).Succeeded;
        bool machineKnown = counters.Machine(out MachineTimes machine).Succeeded;
        return new CounterSnapshot
        {
            Timestamp = timestamp,
            ProcessIo = processKnown ? processIo : null,
            Device = deviceKnown ? traffic : null,
            Server = serverMount is not null && counters.Server(serverMount, out ServerCounters server).Succeeded ? server : null,
            Machine = machineKnown ? machine : null,
            Process = process,
            PeakResidentBytes = counters.PeakResident(out long peak).Succeeded ? peak : null,
            GarbageCollections = GC.CollectionCount(0),
            GarbageCollectionPause = GC.GetTotalPauseDuration(),
            PoolItems = ThreadPool.CompletedWorkItemCount,
            PoolThreads = ThreadPool.ThreadCount,
        };
    }
}
