using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Sweeping;

/// <summary>What is suspicious about a sweep as a whole.</summary>
internal static class SweepFindings
{
    /// <summary>Looks at a sweep.</summary>
    /// <param name="sweep">The sweep.</param>
    internal static IReadOnlyList<FindingRecord> Of(SweepDocument sweep)
    {
        IEnumerable<FindingRecord?> all = [FindingRules.DebugBuild(), FindingRules.BusyMachine(sweep.Host)];
        return [.. all.OfType<FindingRecord>()];
    }
}
