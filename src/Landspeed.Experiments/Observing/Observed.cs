using Landspeed.Platform;
using Landspeed.Results;

namespace Landspeed.Experiments.Observing;

/// <summary>What happened during an <see cref="Observation"/>. Null if a counter cannot be read here.</summary>
internal sealed record Observed
{
    /// <summary>Time from the beginning to the end, 1 ns or more.</summary>
    internal required long ElapsedNs { get; init; }

    /// <summary>CPU time and thread switches of the process.</summary>
    internal required ProcessorTimes Process { get; init; }

    /// <summary>Bytes that the process caused devices to read.</summary>
    internal long? ProcessReadBytes { get; init; }

    /// <summary>Bytes that the process sent to devices, or made dirty in the page cache.</summary>
    internal long? ProcessWriteBytes { get; init; }

    /// <summary>CPU time of the machine.</summary>
    internal MachineTimes? Machine { get; init; }

    /// <summary>Peak resident memory of the process up to the end, bytes; the beginning does not reset it.</summary>
    internal long? PeakResidentBytes { get; init; }

    /// <summary>Number of garbage collections.</summary>
    internal int GarbageCollections { get; init; }

    /// <summary>Their pauses.</summary>
    internal TimeSpan GarbageCollectionPause { get; init; }

    /// <summary>Work items that the thread pool completed.</summary>
    internal long PoolItems { get; init; }

    /// <summary>Threads of the thread pool at the beginning.</summary>
    internal int PoolThreadsAtStart { get; init; }

    /// <summary>Threads of the thread pool at the end.</summary>
    internal int PoolThreadsAtEnd { get; init; }

    /// <summary>The places, in the order of <see cref="Observation.Begin"/>.</summary>
    internal IReadOnlyList<ObservedPlace> Places { get; init; } = [];
}

/// <summary>What happened at one place.</summary>
/// <param name="Location">Its device.</param>
/// <param name="ElapsedNs">Duration of the observation.</param>
internal sealed record ObservedPlace(BlockDeviceLocation Location, long ElapsedNs)
{
    /// <summary>Traffic of the device, by all processes; null if it cannot be read.</summary>
    internal DeviceCounters? Traffic { get; init; }

    /// <summary>Traffic with the server, by all processes on this machine; null if it cannot be read.</summary>
    internal ServerCounters? Server { get; init; }

    /// <summary>Returns the traffic of the device for a result, or null if it has none or no name.</summary>
    internal DeviceRecord? ToRecord() => Traffic is not { } traffic || Location.Name is not { } name ? null : new()
    {
        Name = name,
        ReadRequests = traffic.ReadCount,
        ReadBytes = traffic.ReadBytes,
        WriteRequests = traffic.WriteCount,
        WriteBytes = traffic.WriteBytes,
        BusyPct = Math.Clamp(100.0 * traffic.BusyNs / ElapsedNs, 0, 100),
    };
}
