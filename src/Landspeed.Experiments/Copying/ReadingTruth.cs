using Landspeed.Experiments.Judging;
using Landspeed.Platform;
using Landspeed.Results;

namespace Landspeed.Experiments.Copying;

/// <summary>
/// Determines where bytes came from that were read from a source and from what is compared with it, by the rules of
/// <see cref="TruthJudge"/>; a pure function.
/// </summary>
internal static class ReadingTruth
{
    /// <summary>Judges the first reading of the source.</summary>
    internal static TruthRecord OfSource(Readings readings) =>
        readings.TargetBytes.All + readings.SourceAgain.All > 0
            ? Divided(readings).Source
            : OfSource(readings, readings.ProcessBytes, readings.SourceDeviceBytes);

    /// <summary>Judges the reading of the target, or returns null if there was none.</summary>
    internal static TruthRecord? OfTarget(Readings readings) =>
        readings.TargetBytes.All > 0 ? Divided(readings).Target : null;

    /// <summary>Judges the second reading of the source, or returns null if there was none.</summary>
    internal static TruthRecord? OfSourceAgain(Readings readings) =>
        readings.SourceAgain.All > 0 ? Divided(readings).Again : null;

    // The process has one counter for all. The blocks that were verified past the page cache came from the devices; the
    // rest belongs to the first reading of the source.
    private static (TruthRecord Source, TruthRecord Target, TruthRecord Again) Divided(Readings readings)
    {
        long ofTarget = readings.Target.IsInMemory ? 0 : readings.TargetBytes.OnDevice;
        long again = readings.Source.IsInMemory ? 0 : readings.SourceAgain.OnDevice;
        bool isCounted = IsCounted(readings.Target, readings.TargetBytes)
            && IsCounted(readings.Source, readings.SourceAgain);
        if (readings.ProcessBytes is not { } fetched || !isCounted || fetched < ofTarget + again)
        {
            return Together(readings);
        }

        long ofSource = fetched - ofTarget - again;
        bool isShared = readings.OnOneDevice;
        long? sourceDevice = readings.SourceDeviceBytes - (isShared ? ofTarget : 0);
        TruthRecord source = OfSource(readings, ofSource, sourceDevice - again);
        TruthRecord target = Read(
            readings.Target,
            readings.TargetBytes.All,
            ofTarget,
            readings.TargetDeviceBytes - (isShared ? ofSource + again : 0));
        TruthRecord second = Read(readings.Source, readings.SourceAgain.All, again, sourceDevice - ofSource);
        return (source, target, second);
    }

    // Only of a device is it known that it delivered what was read past the page cache.
    private static bool IsCounted(BlockDeviceLocation place, ComparedBytes read) =>
        read.All == 0 || place.IsInMemory
            || (place is { Device: not null, ServedElsewhere: false } && read.ThroughCache == 0);

    // One verdict for all: the counters do not separate them.
    private static (TruthRecord Source, TruthRecord Target, TruthRecord Again) Together(Readings readings)
    {
        (BlockDeviceLocation source, BlockDeviceLocation target) = (readings.Source, readings.Target);
        bool isTargetRead = readings.TargetBytes.All > 0;
        BlockDeviceLocation both = !isTargetRead ? source : source with
        {
            Reason = source.Reason ?? target.Reason,
            ServedElsewhere = source.ServedElsewhere || target.ServedElsewhere,
            IsInMemory = source.IsInMemory && target.IsInMemory,
        };
        long? deviceBytes = readings.SourceDeviceBytes
            + (readings.OnOneDevice || !isTargetRead ? 0 : readings.TargetDeviceBytes);
        TruthRecord truth = WithoutExtents(Read(
            both,
            readings.SourceBytes + readings.TargetBytes.All + readings.SourceAgain.All,
            readings.ProcessBytes,
            deviceBytes));
        string sides = isTargetRead ? readings.Sides : "both readings";
        truth = truth.Verdict is Verdict.Mixed or Verdict.Cache && !source.IsInMemory
            ? truth with { Reason = $"{sides} together: {truth.Reason}" }
            : truth;
        return (truth with { ResidentBeforePct = readings.SourceResidentPct }, truth, truth);
    }

    private static TruthRecord OfSource(Readings readings, long? processBytes, long? deviceBytes) =>
        WithoutExtents(Read(
            readings.Source, readings.SourceBytes, processBytes, deviceBytes, readings.SourceResidentPct));

    private static TruthRecord Read(
        BlockDeviceLocation place, long bytes, long? processBytes, long? deviceBytes, double? residentPct = null) =>
        TruthJudge.Judge(TruthEvidence.At(place, isRead: true, bytes) with
        {
            ProcessBytes = processBytes,
            BlockDeviceBytes = deviceBytes,
            ResidentBeforePct = residentPct,
        });

    // It is unknown how much of a tree was cached or never written; what did not come from the device was one or the
    // other.
    private static TruthRecord WithoutExtents(TruthRecord truth)
    {
        double share = truth.DeviceSharePct ?? 0;
        return truth.Verdict != Verdict.Mixed ? truth : truth with
        {
            Verdict = share <= Thresholds.NotDeviceUpToPct ? Verdict.Cache : Verdict.Mixed,
            Reason = $"{AmountText.DeviceShare(share, truth.AppBytes)}; "
                + "the rest came from the page cache or from unwritten blocks",
        };
    }
}
