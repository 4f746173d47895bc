using Landspeed.Copying;
using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Results;
using Landspeed.Platform;

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
        if (result.BytesVerified > 0)
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

    // The process has one counter for both. The blocks that were verified past the page cache came from the device; the
    // rest belongs to the source.
    private static (TruthRecord Source, TruthRecord Target) Divided(CopyEvidence evidence)
    {
        CopyResult result = evidence.Result;
        long ofTarget = evidence.Target.IsInMemory ? 0 : result.BytesVerifiedOnDevice;
        bool isOnDevice = evidence.Target is { Device: not null, ServedElsewhere: false };
        bool isCounted = evidence.Target.IsInMemory || (isOnDevice && result.BytesVerifiedThroughCache == 0);
        if (evidence.ProcessReadBytes is not { } fetched || !isCounted || fetched < ofTarget)
        {
            return Together(evidence);
        }

        long ofSource = fetched - ofTarget;
        bool isShared = evidence.OnOneDevice;
        TruthRecord source = OfSource(
            evidence, ofSource, evidence.SourceDevice?.ReadBytes - (isShared ? ofTarget : 0));
        TruthRecord target = Read(
            evidence.Target,
            result.BytesVerified,
            ofTarget,
            evidence.TargetDevice?.ReadBytes - (isShared ? ofSource : 0));
        return (source, target);
    }

    // One verdict for source and target: the counters do not separate them.
    private static (TruthRecord Source, TruthRecord Target) Together(CopyEvidence evidence)
    {
        (BlockDeviceLocation source, BlockDeviceLocation target) = (evidence.Source, evidence.Target);
        BlockDeviceLocation both = source with
        {
            Reason = source.Reason ?? target.Reason,
            ServedElsewhere = source.ServedElsewhere || target.ServedElsewhere,
            IsInMemory = source.IsInMemory && target.IsInMemory,
        };
        long? deviceBytes = evidence.SourceDevice?.ReadBytes
            + (evidence.OnOneDevice ? 0 : evidence.TargetDevice?.ReadBytes);
        TruthRecord truth = WithoutExtents(Read(
            both,
            evidence.Result.BytesCopied + evidence.Result.BytesVerified,
            evidence.ProcessReadBytes,
            deviceBytes));
        truth = truth.Verdict is Verdict.Mixed or Verdict.Cache && !source.IsInMemory
            ? truth with { Reason = $"{evidence.Sides} together: {truth.Reason}" }
            : truth;
        return (truth with { ResidentBeforePct = evidence.SourceResidentPct }, truth);
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
