using Landspeed.Copying;
using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Results;
using Landspeed.Files;

namespace Landspeed.Experiments.Copying;

/// <summary>Says where the bytes of a copy came from and went, by the rules of <see cref="TruthJudge"/>; a pure function.</summary>
/// <remarks>
/// Reads and writes are judged apart. What verifying reads again counts as read. Holes and shared blocks are neither read
/// nor written, so they are no part of either.
/// </remarks>
public static class CopyTruth
{
    /// <summary>Where the bytes came from.</summary>
    /// <param name="evidence">What was seen.</param>
    /// <returns>The verdict with its evidence.</returns>
    public static TruthRecord Reads(CopyEvidence evidence)
    {
        ArgumentNullException.ThrowIfNull(evidence);
        CopyResult result = evidence.Result;
        long bytes = result.BytesCopied + result.BytesVerified;
        bool verified = result.BytesVerified > 0;
        TruthRecord truth = TruthJudge.Judge(new TruthEvidence
        {
            IsRead = true,
            EffectiveMode = IoMode.Buffered, // of no concern: the process's counter is exact for all reads
            AppBytes = bytes,
            RangeBytes = bytes,
            ProcessBytes = evidence.ProcessReadBytes,
            BlockDeviceBytes = verified && !evidence.OnOneDevice
                ? evidence.SourceDeviceReadBytes + evidence.TargetDeviceReadBytes
                : evidence.SourceDeviceReadBytes,
            DeviceName = evidence.Source.Name,
            NoDeviceReason = evidence.Source.Reason ?? (verified ? evidence.Target.Reason : null),
            ServedElsewhere = evidence.Source.ServedElsewhere || (verified && evidence.Target.ServedElsewhere),
            InMemory = evidence.Source.IsInMemory && (!verified || evidence.Target.IsInMemory),
            ResidentBeforePct = verified ? null : evidence.SourceResidentPct,
        });
        truth = truth with { ResidentBeforePct = evidence.SourceResidentPct };
        return truth.Verdict == Verdict.Mixed ? WithoutExtents(truth) : Shared(truth, result);
    }

    /// <summary>Where the bytes went.</summary>
    /// <param name="evidence">What was seen.</param>
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
            BlockDeviceBytes = evidence.TargetDeviceWriteBytes,
            NotYetOnDeviceBytes = durable ? 0 : null,
            DeviceName = evidence.Target.Name,
            NoDeviceReason = evidence.Target.Reason,
            Durable = durable,
            ServedElsewhere = evidence.Target.ServedElsewhere,
            InMemory = evidence.Target.IsInMemory,
        });
        return Shared(truth, result);
    }

    // Only where every byte went past the page cache does the process's counter mean the device.
    private static IoMode TargetMode(CopyResult result) =>
        result.Strategies.Count > 0 && result.Strategies.All(strategy => strategy.Decision.IsReflink || strategy.Decision.TargetMode == IoMode.Direct)
            ? IoMode.Direct
            : IoMode.Buffered;

    // Nobody looked how much of a tree was cached or never written; what did not come from the device was one or the other.
    private static TruthRecord WithoutExtents(TruthRecord truth)
    {
        double share = truth.DeviceSharePct ?? 0;
        return truth with
        {
            Verdict = share <= Thresholds.NotDeviceUpToPct ? Verdict.Cache : Verdict.Mixed,
            Reason = $"{AmountText.DeviceShare(share, truth.AppBytes)}; "
                + "the rest was in the page cache, or had never been written",
        };
    }

    private static TruthRecord Shared(TruthRecord truth, CopyResult result) =>
        truth.AppBytes == 0 && result.FilesReflinked > 0
            ? truth with { Reason = "no byte was moved: the copy shares the source's blocks" }
            : truth;
}
