using Landspeed.Experiments.Observing;
using Landspeed.Platform;

namespace Landspeed.Experiments.Rounds;

/// <summary>Readings of clocks and counters around one run.</summary>
internal sealed record TrialMeasurement
{
    /// <summary>The state before it.</summary>
    internal TrialStart Start { get; init; } = TrialStart.Unknown;

    internal required TrialWork Work { get; init; }

    /// <summary>Counters of the run, until everything was durable; the places are source and target.</summary>
    internal required Observed Observed { get; init; }

    /// <summary>Traffic of the device that is read.</summary>
    internal DeviceCounters? Source => Observed.Places[0].Traffic;

    /// <summary>Traffic of the device that is written.</summary>
    internal DeviceCounters? Target => Observed.Places[1].Traffic;

    /// <summary>Time until the work was done.</summary>
    internal required long ElapsedNs { get; init; }

    /// <summary>Time until it was durable, or null if it was not made durable.</summary>
    internal required long? ElapsedToDurableNs { get; init; }

    /// <summary>Bytes allocated on the managed heap.</summary>
    internal required long AllocatedBytes { get; init; }

    /// <summary>
    /// The longest time in the work without a completed byte; zero if there was none of a second; null if the work did
    /// not count.
    /// </summary>
    internal required TimeSpan? LongestStall { get; init; }

    /// <summary>Whether the peak resident memory was reset before the run.</summary>
    internal required bool PeakKnown { get; init; }
}
