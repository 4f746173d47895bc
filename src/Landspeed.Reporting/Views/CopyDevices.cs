using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views;

/// <summary>How many requests of which size the devices completed for a copy.</summary>
internal static class CopyDevices
{
    /// <summary>The fact; null where no device took part, or none is known.</summary>
    public static ReportFact? Of(RunRecord run)
    {
        CopySection copy = run.Copy!;
        (DeviceRecord? source, DeviceRecord? target) = (copy.SourceDevice, copy.TargetDevice);
        bool isOne = source is not null && source.Name == target?.Name;
        TruthRecord? reads = run.Reads?.DeviceBytes > 0 || !isOne ? run.Reads : copy.TargetReads;
        string read = !isOne || copy.TargetReads is null ? "read"
            : run.Reads?.DeviceBytes > 0 ? "read, also to verify," : "read back";
        string[] ofSource =
            [.. Part(read, reads, Shared(CopyLabels.ReadsShared), source?.ReadRequests, source?.ReadBytes)];
        string[] ofTarget =
        [
            .. Part("written", run.Writes, Shared(CopyLabels.WritesShared), target?.WriteRequests, target?.WriteBytes),
            .. isOne ? [] : Part(
                "read back",
                copy.TargetReads,
                Shared(CopyLabels.ReadsBackShared),
                target?.ReadRequests,
                target?.ReadBytes),
        ];
        string[] all = isOne
            ? [.. Named(source, [.. ofSource, .. ofTarget])]
            : [.. Named(source, ofSource), .. Named(target, ofTarget)];
        return all.Length == 0 ? null : new ReportFact("device", string.Join("; ", all));

        string? Shared(string label) => run.Facts.GetValueOrDefault(label);
    }

    private static IEnumerable<string> Named(DeviceRecord? device, string[] parts) =>
        device is null || parts.Length == 0 ? [] : [$"{device.Name}: {string.Join(", ", parts)}"];

    // If other processes used the device, the count includes their requests: the reason stands in its place.
    private static IEnumerable<string> Part(
        string what, TruthRecord? truth, string? shared, long? requests, long? bytes)
    {
        if (truth is not { DeviceBytes: > 0, ForeignDeviceBytes: not null } || requests is not { } count || count == 0)
        {
            return [];
        }

        return
        [
            shared is null
                ? $"{what} in {Format.Count(count, "request")} of {Format.Size(bytes!.Value / count)} on average"
                : $"{what} in an unknown number of requests, because {shared}",
        ];
    }
}
