using Landspeed.Experiments.Judging;
using Landspeed.Platform;

namespace Landspeed.Experiments.Rounds;

/// <summary>What was read off clocks and counters around one run.</summary>
internal sealed record TrialMeasurement
{
    /// <summary>What was found before it.</summary>
    internal TrialStart Start { get; init; } = TrialStart.Unknown;

    /// <summary>What it moved.</summary>
    internal required TrialWork Work { get; init; }

    /// <summary>Counters before.</summary>
    internal required CounterSnapshot Before { get; init; }

    /// <summary>Counters after, when all was durable.</summary>
    internal required CounterSnapshot After { get; init; }

    /// <summary>Traffic of the device that is read, before.</summary>
    internal DeviceCounters? SourceBefore { get; init; }

    /// <summary>The same after.</summary>
    internal DeviceCounters? SourceAfter { get; init; }

    /// <summary>Time until the work was done.</summary>
    internal required long ElapsedNs { get; init; }

    /// <summary>Time until it was durable; null: it was not made so.</summary>
    internal required long? ElapsedToDurableNs { get; init; }

    /// <summary>Bytes allocated on the managed heap.</summary>
    internal required long AllocatedBytes { get; init; }

    /// <summary>The longest time in the work without a completed byte; zero: none of a second; null: the work did not count.</summary>
    internal required TimeSpan? LongestStall { get; init; }

    /// <summary>Whether the mark of the most resident memory was set back before.</summary>
    internal required bool PeakKnown { get; init; }
}
