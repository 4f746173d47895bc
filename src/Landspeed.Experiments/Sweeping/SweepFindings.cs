using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Sweeping;

/// <summary>What is suspicious about a sweep as a whole.</summary>
internal static class SweepFindings
{
    // Beyond it a processor was busy with something else before the sweep began.
    private const double BusyLoadPerProcessor = 0.5;

    /// <summary>Looks at a sweep.</summary>
    /// <param name="sweep">The sweep.</param>
    internal static IReadOnlyList<FindingRecord> Of(SweepDocument sweep)
    {
        IEnumerable<FindingRecord?> all = [FindingRules.DebugBuild(), BusyMachine(sweep.Host)];
        return [.. all.OfType<FindingRecord>()];
    }

    private static FindingRecord? BusyMachine(HostRecord host) =>
        host.LoadAverage is { } load && load > host.ProcessorCount * BusyLoadPerProcessor
            ? new("busy_machine", FormattableString.Invariant(
                $"the load was {load:F2} on {host.ProcessorCount} processors before the sweep: others compete for processor and device"))
            : null;
}
