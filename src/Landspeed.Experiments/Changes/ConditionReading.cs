using Landspeed.Platform;

namespace Landspeed.Experiments.Changes;

/// <summary>What counters show at one moment of a run; null if one cannot be read here.</summary>
internal sealed record ConditionReading
{
    /// <summary>Time since the start of the run.</summary>
    internal required TimeSpan At { get; init; }

    /// <summary>CPU time of the machine.</summary>
    internal MachineTimes? Machine { get; init; }

    /// <summary>CPU time of the process, nanoseconds.</summary>
    internal long ProcessNs { get; init; }

    /// <summary>Traffic of the device, by all processes.</summary>
    internal DeviceCounters? Device { get; init; }

    /// <summary>Bytes that the process moved on devices; null also if devices move them later.</summary>
    internal long? ProcessBytes { get; init; }

    /// <summary>What the page cache does.</summary>
    internal MemoryActivity? Cache { get; init; }

    /// <summary>How long threads waited.</summary>
    internal PressureTimes? Pressure { get; init; }

    /// <summary>Commits of the journal.</summary>
    internal long? JournalCommits { get; init; }

    /// <summary>Clock rate of processors.</summary>
    internal double? ClockHz { get; init; }
}
