using Landspeed.Copying;
using Landspeed.Experiments.Judging;
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
    internal static TruthRecord Reads(CopyEvidence evidence) =>
        Shared(ReadingTruth.OfSource(evidence.Readings), evidence.Result);

    /// <summary>Judges where the bytes came from that were read back from the target to verify it.</summary>
    /// <returns>The verdict with its evidence, or null if nothing was verified.</returns>
    internal static TruthRecord? TargetReads(CopyEvidence evidence) => ReadingTruth.OfTarget(evidence.Readings);

    /// <summary>Judges where the bytes came from that were read from the source a second time.</summary>
    /// <returns>The verdict with its evidence, or null if none were.</returns>
    internal static TruthRecord? SecondReads(CopyEvidence evidence) => ReadingTruth.OfSourceAgain(evidence.Readings);

    /// <summary>Judges where the bytes went.</summary>
    internal static TruthRecord Writes(CopyEvidence evidence)
    {
        CopyResult result = evidence.Result;
        bool durable = result.ElapsedToDurable > TimeSpan.Zero;
        TruthRecord truth = TruthJudge.Judge(TruthEvidence.At(evidence.Target, isRead: false, result.BytesCopied) with
        {
            EffectiveMode = TargetMode(result),
            ProcessBytes = evidence.ProcessWriteBytes,
            BlockDeviceBytes = evidence.TargetDevice?.WriteBytes,
            NotYetOnDeviceBytes = durable ? 0 : null,
            Durable = durable,
        });
        return Shared(truth, result);
    }

    // The process's counter represents the device only if every byte bypassed the page cache.
    private static IoMode TargetMode(CopyResult result) =>
        result.Strategies.Count > 0
            && result.Strategies.All(strategy =>
                strategy.Decision.IsReflink || strategy.Decision.TargetMode == IoMode.Direct)
            ? IoMode.Direct
            : IoMode.Buffered;

    private static TruthRecord Shared(TruthRecord truth, CopyResult result) =>
        truth.AppBytes == 0 && result.FilesReflinked > 0
            ? truth with { Reason = "no byte was moved: the copy shares the source's blocks" }
            : truth;
}
