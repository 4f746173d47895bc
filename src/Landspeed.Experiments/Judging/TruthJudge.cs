using Landspeed.Quantities;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Judging;

/// <summary>
/// Determines where the bytes of a number came from or went, from the evidence alone; a pure function.
/// </summary>
/// <remarks>
/// The process's own counter decides if it is exact (all reads; direct writes), because other processes cannot disturb
/// it. A buffered write is counted by the process when a clean page becomes dirty, so there the block device decides,
/// but never with more than the run wrote minus what is still dirty, nor, if the run ended durable, with more than
/// became dirty: the rest is other processes' traffic.
/// </remarks>
public static class TruthJudge
{
    /// <summary>Judges one run.</summary>
    /// <param name="evidence">What was observed.</param>
    /// <returns>The verdict with its evidence.</returns>
    public static TruthRecord Judge(TruthEvidence evidence)
    {
        ArgumentNullException.ThrowIfNull(evidence);
        long? own = OwnDeviceBytes(evidence);
        double? share = own is null || evidence.AppBytes == 0 ? null : 100.0 * own.Value / evidence.AppBytes;
        (Verdict verdict, string reason) = Decide(evidence, own, share);
        return new TruthRecord
        {
            Verdict = verdict,
            Reason = reason,
            AppBytes = evidence.AppBytes,
            DeviceBytes = own,
            DeviceSharePct = share,
            ForeignDeviceBytes = Foreign(evidence, own),
            ResidentBeforePct = evidence.ResidentBeforePct,
            ResidentAfterPct = evidence.ResidentAfterPct,
            UnwrittenPct = evidence.UnwrittenPct,
            HolePct = evidence.HolePct,
            FragmentsBefore = evidence.FragmentsBefore,
            FragmentsAfter = evidence.FragmentsAfter,
            Sources = Sources(evidence),
        };
    }

    private static bool ProcessCounterIsExact(TruthEvidence e) => e.IsRead || e.EffectiveMode == IoMode.Direct;

    private static long? OwnDeviceBytes(TruthEvidence e)
    {
        if (e.InMemory)
        {
            return 0;
        }

        // The system counts what it passes to a server, which may keep it in memory.
        if (e.ServedElsewhere && e.ProcessBytes > e.AppBytes * Thresholds.NotDeviceUpToPct / 100)
        {
            return null;
        }

        if (ProcessCounterIsExact(e) && e.ProcessBytes is not null)
        {
            return e.ProcessBytes;
        }

        return e.BlockDeviceBytes is { } all ? Math.Min(all, MostWritten(e)) : null;
    }

    private static long MostWritten(TruthEvidence e)
    {
        if (e.IsRead)
        {
            return long.MaxValue;
        }

        long most = e.NotYetOnDeviceBytes is { } waiting ? Math.Max(0, e.AppBytes - waiting) : long.MaxValue;
        return Math.Min(most, MostDirtied(e) ?? long.MaxValue);
    }

    // A page that is written again while it is dirty counts once, and goes to the device once. Durable before and after
    // a run, it wrote nothing that others had made dirty.
    private static long? MostDirtied(TruthEvidence e) => e.Durable ? e.ProcessBytes : null;

    // If neither the process's own counter nor the dirty pages limit our share, our bytes and those of other processes
    // cannot be distinguished.
    private static long? Foreign(TruthEvidence e, long? own)
    {
        bool bounded = ProcessCounterIsExact(e)
            ? e.ProcessBytes is not null
            : (e.NotYetOnDeviceBytes ?? MostDirtied(e)) is not null;
        return bounded && e.BlockDeviceBytes is { } all && own is not null ? Math.Max(0, all - own.Value) : null;
    }

    private static (Verdict Verdict, string Reason) Decide(TruthEvidence e, long? own, double? share)
    {
        if (e.AppBytes == 0)
        {
            return (Verdict.Unknown, "no byte was moved");
        }

        if (e.InMemory)
        {
            return (Verdict.Cache, e.DeviceName is { } device ? $"device {device} keeps its bytes in memory" : "the file system keeps its files in memory");
        }

        if (e.ServerBytes is { } served)
        {
            return DecideServed(e, 100.0 * served / e.AppBytes);
        }

        if (share is null)
        {
            return (Verdict.Unknown, e.NoDeviceReason ?? "the counters of process and device cannot be read here");
        }

        string moved = AmountText.DeviceShare(share.Value, e.AppBytes);
        if (share >= Thresholds.DeviceFromPct)
        {
            return (Verdict.Device, moved);
        }

        // A network or FUSE server may have fetched data that our counters do not show.
        if (e.BlockDeviceBytes is null && e.ResidentBeforePct is not >= Thresholds.DeviceFromPct)
        {
            return (Verdict.Unknown, e.NoDeviceReason ?? "there is no block device whose counters could be read");
        }

        return e.IsRead ? DecideRead(e, share.Value, moved) : DecideWrite(e, share.Value, moved);
    }

    // What the server kept in its memory is unknown; what was not requested from it came from this client's cache.
    private static (Verdict Verdict, string Reason) DecideServed(TruthEvidence e, double share)
    {
        string moved = Invariant($"the server {(e.IsRead ? "sent" : "took")} {share:F1} % of the {DisplayNumber.Bytes(e.AppBytes)} in that time");
        return share <= Thresholds.NotDeviceUpToPct
            ? (Verdict.Cache, $"{moved}: the rest {(e.IsRead ? "came from" : "stayed in")} this client's page cache")
            : (Verdict.Unknown, $"{moved}; no counter here shows whether its disks did");
    }

    private static (Verdict Verdict, string Reason) DecideRead(TruthEvidence e, double share, string moved)
    {
        double unbacked = (e.UnwrittenPct ?? 0) + (e.HolePct ?? 0);
        double resident = e.ResidentBeforePct ?? 0;
        if (share <= Thresholds.NotDeviceUpToPct && unbacked >= Thresholds.DeviceFromPct)
        {
            return (Verdict.Hole, Invariant(
                $"{moved}: {unbacked:F1} % of the range was never written and reads as zeros"));
        }

        if (share <= Thresholds.NotDeviceUpToPct && resident >= Thresholds.DeviceFromPct - unbacked)
        {
            return (Verdict.Cache, Invariant(
                $"{moved}: {resident:F1} % of the range was in the page cache at start"));
        }

        if (share <= Thresholds.NotDeviceUpToPct && unbacked < Thresholds.NotDeviceUpToPct && e.AppBytes > e.RangeBytes)
        {
            return (Verdict.Cache, Invariant(
                $"{moved}: the range was read {(double)e.AppBytes / e.RangeBytes:F1} times, mostly from the page cache"));
        }

        return (Verdict.Mixed, Invariant(
            $"{moved}; at start {resident:F1} % of the range was in the page cache and {unbacked:F1} % never written"));
    }

    // Durable, but the device wrote less: the same pages were written again before they were flushed.
    private static (Verdict Verdict, string Reason) DecideWrite(TruthEvidence e, double share, string moved)
    {
        Verdict verdict = share <= Thresholds.NotDeviceUpToPct ? Verdict.Cache : Verdict.Mixed;
        string why = e.Durable
            ? Invariant($"the range was written {(double)e.AppBytes / e.RangeBytes:F1} times in the page cache before it went out")
            : "the run ended before the device had the rest";
        return (verdict, $"{moved}: {why}");
    }

    private static string[] Sources(TruthEvidence e) =>
    [
        .. e.ProcessBytes is null ? Array.Empty<string>() : ["process_io"],
        .. e.BlockDeviceBytes is null ? Array.Empty<string>() : ["block_device"],
        .. e.ServerBytes is null ? Array.Empty<string>() : ["server"],
        .. e.ResidentBeforePct is null ? Array.Empty<string>() : ["residency"],
        .. e.UnwrittenPct is null ? Array.Empty<string>() : ["extents"],
    ];
}
