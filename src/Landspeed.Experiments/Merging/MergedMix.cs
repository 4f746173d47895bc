using Landspeed.Results;

namespace Landspeed.Experiments.Merging;

/// <summary>Adds the two directions of runs that several ranks made together.</summary>
internal static class MergedMix
{
    /// <summary>Adds them.</summary>
    /// <param name="parts">One of each rank.</param>
    /// <returns>The sum, or null if a rank has none.</returns>
    internal static MixRecord? Of(IReadOnlyList<MixRecord?> parts) => parts.Any(part => part is null)
        ? null
        : new MixRecord(Sum([.. parts.Select(part => part!.Reads)]), Sum([.. parts.Select(part => part!.Writes)]));

    private static RequestPartRecord Sum(RequestPartRecord[] parts) => new(
        parts.Sum(part => part.Bytes),
        parts.Sum(part => part.Requests),
        MergedLatency.Of([.. parts.Select(part => part.Latency).OfType<LatencyRecord>()]),
        MergedLatency.Of([.. parts.Select(part => part.Response).OfType<LatencyRecord>()]));
}
