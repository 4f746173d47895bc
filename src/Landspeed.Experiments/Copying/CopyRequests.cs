using Landspeed.Experiments.Judging;
using Landspeed.Results;

namespace Landspeed.Experiments.Copying;

/// <summary>
/// Counts the requests that the devices completed during a copy, and says where they are not those of the copy alone;
/// pure functions.
/// </summary>
/// <remarks>
/// A device counts for all processes. Its requests are the copy's only if the bytes are, too, but for the share that
/// <see cref="Thresholds.DisturbingSharePct"/> allows.
/// </remarks>
internal static class CopyRequests
{
    /// <summary>Returns the metrics: what the source's device read, and what the target's device wrote.</summary>
    internal static (Metric Metric, double? Value)[] Metrics(DeviceRecord? source, DeviceRecord? target) =>
    [
        (Results.Metrics.DeviceReadBytes, source?.ReadBytes),
        (Results.Metrics.DeviceReadRequests, source?.ReadRequests),
        (Results.Metrics.DeviceReadRequestSize, Mean(source?.ReadBytes, source?.ReadRequests)),
        (Results.Metrics.DeviceWriteBytes, target?.WriteBytes),
        (Results.Metrics.DeviceWriteRequests, target?.WriteRequests),
        (Results.Metrics.DeviceWriteRequestSize, Mean(target?.WriteBytes, target?.WriteRequests)),
    ];

    /// <summary>Returns why requests are not those of the copy alone, by <see cref="CopyLabels"/>.</summary>
    /// <param name="copy">The run with its verdicts.</param>
    /// <param name="evidence">What was observed.</param>
    /// <returns>Nothing where the requests are the copy's own, or unknown.</returns>
    internal static Dictionary<string, string> Shared(RunRecord copy, CopyEvidence evidence)
    {
        // On one device the reads of the target are among those of the source.
        long? readsOfOthers = evidence.OnOneDevice
            ? evidence.SourceDevice?.ReadBytes - evidence.ProcessReadBytes : copy.Reads?.ForeignDeviceBytes;
        long ownReads = (evidence.OnOneDevice ? evidence.ProcessReadBytes : copy.Reads?.DeviceBytes) ?? 0;
        TruthRecord? back = evidence.OnOneDevice ? null : copy.Copy?.TargetReads;
        (string Name, string? Words)[] all =
        [
            (CopyLabels.ReadsShared, FindingRules.ForeignWords("read", readsOfOthers, ownReads)),
            (CopyLabels.ReadsBackShared,
                FindingRules.ForeignWords("read", back?.ForeignDeviceBytes, back?.DeviceBytes ?? 0)),
            (CopyLabels.WritesShared, copy.Writes is { } writes
                ? FindingRules.ForeignWritesWords(writes, evidence.ProcessWriteBytes) : null),
        ];
        return all.Where(one => one.Words is not null)
            .ToDictionary(one => one.Name, one => one.Words!, StringComparer.Ordinal);
    }

    private static double? Mean(long? bytes, long? requests) => requests > 0 ? (double?)bytes / requests : null;
}
