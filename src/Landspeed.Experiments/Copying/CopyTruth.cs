using Landspeed.Copying;
using Landspeed.Experiments.Judging;
using Landspeed.Platform;
using Landspeed.Results;

namespace Landspeed.Experiments.Copying;

/// <summary>
/// Determines where the bytes of a copy came from and went, by the rules of <see cref="TruthJudge"/>; a pure function.
/// </summary>
/// <remarks>
/// Reads of the source, reads that verify the target, and writes are judged separately. Holes and shared blocks are
/// neither read nor written, so they are not part of any of these.
/// </remarks>
internal static class CopyTruth
{
    /// <summary>Judges where the bytes read from the source came from.</summary>
    /// <param name="evidence">What was observed.</param>
    /// <returns>The verdict with its evidence.</returns>
    public static TruthRecord Reads(CopyEvidence evidence)
    {
        ArgumentNullException.ThrowIfNull(evidence);
        CopyResult result = evidence.Result;
        if (result.BytesVerified + result.SourceBytesVerified > 0)
        {
            return Shared(Divided(evidence).Source, result);
        }

        return Shared(OfSource(evidence, evidence.ProcessReadBytes, evidence.SourceDevice?.ReadBytes), result);
    }

    /// <summary>Judges where the bytes came from that were read back from the target to verify it.</summary>
    /// <param name="evidence">What was observed.</param>
    /// <returns>The verdict with its evidence, or null if nothing was verified.</returns>
    public static TruthRecord? TargetReads(CopyEvidence evidence)
    {
        ArgumentNullException.ThrowIfNull(evidence);
        return evidence.Result.BytesVerified > 0 ? Divided(evidence).Target : null;
    }

    /// <summary>Judges where the bytes came from that were read from the source a second time.</summary>
    /// <param name="evidence">What was observed.</param>
    /// <returns>The verdict with its evidence, or null if none were.</returns>
    public static TruthRecord? SecondReads(CopyEvidence evidence)
    {
        ArgumentNullException.ThrowIfNull(evidence);
        return evidence.Result.SourceBytesVerified > 0 ? Divided(evidence).Again : null;
    }

    /// <summary>Judges where the bytes went.</summary>
    /// <param name="evidence">What was observed.</param>
    /// <returns>The verdict with its evidence.</returns>
    public static TruthRecord Writes(CopyEvidence evidence)
    {
        ArgumentNullException.ThrowIfNull(evidence);
        CopyResult result = evidence.Result;
        bool durable = result.ElapsedToDurable > TimeSpan.Zero;
        TruthRecord truth = TruthJudge.Judge(new TruthEvidence
        {
            IsRead = false,
            EffectiveMode = TargetMode(result),
            AppBytes = result.BytesCopied,
            RangeBytes = result.BytesCopied,
            ProcessBytes = evidence.ProcessWriteBytes,
            BlockDeviceBytes = evidence.TargetDevice?.WriteBytes,
            NotYetOnDeviceBytes = durable ? 0 : null,
            DeviceName = evidence.Target.Name,
            NoDeviceReason = evidence.Target.Reason,
            Durable = durable,
            ServedElsewhere = evidence.Target.ServedElsewhere,
            InMemory = evidence.Target.IsInMemory,
        });
        return Shared(truth, result);
    }

    // The process has one counter for all. The blocks that were verified past the page cache came from the devices; the
    // rest belongs to the first reading of the source.
    private static (TruthRecord Source, TruthRecord Target, TruthRecord Again) Divided(CopyEvidence evidence)
    {
        CopyResult result = evidence.Result;
        long ofTarget = evidence.Target.IsInMemory ? 0 : result.BytesVerifiedOnDevice;
        long again = evidence.Source.IsInMemory ? 0 : result.SourceBytesVerifiedOnDevice;
        bool isCounted = IsCounted(evidence.Target, result.BytesVerified, result.BytesVerifiedThroughCache)
            && IsCounted(evidence.Source, result.SourceBytesVerified, result.SourceBytesVerifiedThroughCache);
        if (evidence.ProcessReadBytes is not { } fetched || !isCounted || fetched < ofTarget + again)
        {
            return Together(evidence);
        }

        long ofSource = fetched - ofTarget - again;
        bool isShared = evidence.OnOneDevice;
        long? sourceDevice = evidence.SourceDevice?.ReadBytes - (isShared ? ofTarget : 0);
        TruthRecord source = OfSource(evidence, ofSource, sourceDevice - again);
        TruthRecord target = Read(
            evidence.Target,
            result.BytesVerified,
            ofTarget,
            evidence.TargetDevice?.ReadBytes - (isShared ? ofSource + again : 0));
        TruthRecord second = Read(evidence.Source, result.SourceBytesVerified, again, sourceDevice - ofSource);
        return (source, target, second);
    }

    // Only of a device is it known that it delivered what was read past the page cache.
    private static bool IsCounted(BlockDeviceLocation place, long verified, long throughCache) =>
        verified == 0 || place.IsInMemory
            || (place is { Device: not null, ServedElsewhere: false } && throughCache == 0);

    // One verdict for all: the counters do not separate them.
    private static (TruthRecord Source, TruthRecord Target, TruthRecord Again) Together(CopyEvidence evidence)
    {
        (BlockDeviceLocation source, BlockDeviceLocation target) = (evidence.Source, evidence.Target);
        CopyResult result = evidence.Result;
        bool isTargetRead = result.BytesVerified > 0;
        BlockDeviceLocation both = !isTargetRead ? source : source with
        {
            Reason = source.Reason ?? target.Reason,
            ServedElsewhere = source.ServedElsewhere || target.ServedElsewhere,
            IsInMemory = source.IsInMemory && target.IsInMemory,
        };
        long? deviceBytes = evidence.SourceDevice?.ReadBytes
            + (evidence.OnOneDevice || !isTargetRead ? 0 : evidence.TargetDevice?.ReadBytes);
        TruthRecord truth = WithoutExtents(Read(
            both,
            result.BytesCopied + result.BytesVerified + result.SourceBytesVerified,
            evidence.ProcessReadBytes,
            deviceBytes));
        string sides = isTargetRead ? evidence.Sides : "both readings";
        truth = truth.Verdict is Verdict.Mixed or Verdict.Cache && !source.IsInMemory
            ? truth with { Reason = $"{sides} together: {truth.Reason}" }
            : truth;
        return (truth with { ResidentBeforePct = evidence.SourceResidentPct }, truth, truth);
    }

    private static TruthRecord OfSource(CopyEvidence evidence, long? processBytes, long? deviceBytes) =>
        WithoutExtents(Read(
            evidence.Source, evidence.Result.BytesCopied, processBytes, deviceBytes, evidence.SourceResidentPct));

    private static TruthRecord Read(
        BlockDeviceLocation place, long bytes, long? processBytes, long? deviceBytes, double? residentPct = null) =>
        TruthJudge.Judge(new TruthEvidence
        {
            IsRead = true,
            EffectiveMode = IoMode.Buffered, // irrelevant: the process's counter is exact for all reads
            AppBytes = bytes,
            RangeBytes = bytes,
            ProcessBytes = processBytes,
            BlockDeviceBytes = deviceBytes,
            DeviceName = place.Name,
            NoDeviceReason = place.Reason,
            ServedElsewhere = place.ServedElsewhere,
            InMemory = place.IsInMemory,
            ResidentBeforePct = residentPct,
        });

    // The process's counter represents the device only if every byte bypassed the page cache.
    private static IoMode TargetMode(CopyResult result) =>
        result.Strategies.Count > 0 && result.Strategies.All(strategy => strategy.Decision.IsReflink || strategy.Decision.TargetMode == IoMode.Direct)
            ? IoMode.Direct
            : IoMode.Buffered;

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

    private static TruthRecord Shared(TruthRecord truth, CopyResult result) =>
        truth.AppBytes == 0 && result.FilesReflinked > 0
            ? truth with { Reason = "no byte was moved: the copy shares the source's blocks" }
            : truth;
}
