using System.Diagnostics;
using System.Reflection;
using Landspeed.Experiments.Statistics;
using Landspeed.Quantities;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Judging;

/// <summary>Finds what is suspicious about a run, or about the machine that made it, without being a failure.</summary>
/// <remarks>
/// Pure functions, which return null if nothing is suspicious. The caller chooses the rules that its evidence allows.
/// </remarks>
internal static class FindingRules
{
    /// <summary>Reports that the program was not optimised.</summary>
    internal static FindingRecord? DebugBuild() =>
        typeof(FindingRules).Assembly.GetCustomAttribute<DebuggableAttribute>()?.IsJITOptimizerDisabled == true
            ? FindingCodes.DebugBuild.Says("this is a debug build: CPU costs are too high; run with -c Release")
            : null;

    /// <summary>Reports that the CPUs were busy with something else before the work started.</summary>
    internal static FindingRecord? BusyMachine(HostRecord host) =>
        host.LoadAverage is { } load && load > host.ProcessorCount * Thresholds.BusyLoadPerProcessor
            ? FindingCodes.BusyMachine.Says(Invariant(
                $"load was {load:F2} on {host.ProcessorCount} {(host.ProcessorCount == 1 ? "CPU" : "CPUs")} at start; other programs compete for CPU and disk"))
            : null;

    /// <summary>Reports that the volume has little space left.</summary>
    internal static FindingRecord? NearlyFull(PlaceRecord place) =>
        place is { AvailableBytes: { } free, VolumeBytes: { } size } && free < size * Thresholds.FreePct / 100
            ? FindingCodes.VolumeNearlyFull.Says(Invariant(
                $"{100.0 * free / size:F1} % of the volume is free: allocation is slower there"))
            : null;

    /// <summary>Reports that a run was too short.</summary>
    internal static FindingRecord? ShortRun(RunRecord run) =>
        run[Metrics.Elapsed] is { } elapsed and < Thresholds.ShortNs
            ? FindingCodes.ShortRun.Says(Invariant(
                $"{elapsed / 1e6:F0} ms is too short for a steady rate")
                + ", and the start of the runtime adds to the CPU cost; measure longer, or a larger file")
            : null;

    /// <summary>Reports that a time limit ended a run before its last record.</summary>
    internal static FindingRecord? Cut(RunRecord run) =>
        run[Metrics.WorkDone] is { } done and < 100
            ? FindingCodes.Cut.Says(
                $"the time limit ended the run after {Share(done)} of its work"
                + ": its rate is that of this part; give a longer --time, or --full")
            : null;

    /// <summary>Reports that data to be read from the device was still in the page cache.</summary>
    /// <param name="residentPct">Share of it that remained, or null if unknown.</param>
    /// <param name="inMemory">The file system if it keeps its files in memory; otherwise null.</param>
    internal static FindingRecord? NotCold(double? residentPct, string? inMemory) =>
        residentPct > Thresholds.ColdUpToPct
            ? FindingCodes.NotCold.Says(
                Invariant($"{residentPct:F1} % of the bytes to read stayed in the page cache: ")
                + (inMemory is null ? "another process uses it, or it was not yet written out" : $"{inMemory} keeps files in memory"))
            : null;

    /// <summary>Reports that other processes moved so much on the device that they affected the rate.</summary>
    /// <param name="verb">What they did: <c>read</c> or <c>wrote</c>.</param>
    /// <param name="bytes">Bytes that they moved, or null if unknown.</param>
    /// <param name="ours">Bytes that we moved.</param>
    internal static FindingRecord? Foreign(string verb, long? bytes, long ours) =>
        ForeignWords(verb, bytes, ours) is { } words
            ? FindingCodes.ForeignTraffic.Says($"{words}, so the rate is understated")
            : null;

    /// <summary>Says the same without what it means for a rate.</summary>
    /// <param name="verb">What they did: <c>read</c> or <c>wrote</c>.</param>
    /// <param name="bytes">Bytes that they moved, or null if unknown.</param>
    /// <param name="ours">Bytes that we moved.</param>
    internal static string? ForeignWords(string verb, long? bytes, long ours) =>
        bytes > ours * Thresholds.DisturbingSharePct / 100
            ? $"other processes {verb} {DisplayNumber.Bytes(bytes.Value)} on the device during the run "
                + $"({ForeignShare.Of(bytes.Value, ours)})"
            : null;

    /// <summary>Reports that the device wrote more than this process caused.</summary>
    /// <param name="writes">Where our bytes went.</param>
    /// <param name="counted">Bytes counted for the process: whole pages; null if unknown.</param>
    /// <remarks>
    /// A device writes more than the file's bytes: whole pages, and the journal and tables of the file system, which
    /// cannot be distinguished from other processes' traffic.
    /// </remarks>
    internal static FindingRecord? ForeignWrites(TruthRecord writes, long? counted) =>
        ForeignWritesWords(writes, counted) is { } words ? FindingCodes.ForeignTraffic.Says(words) : null;

    /// <summary>Says the same without a code.</summary>
    /// <param name="writes">Where our bytes went.</param>
    /// <param name="counted">Bytes counted for the process: whole pages; null if unknown.</param>
    internal static string? ForeignWritesWords(TruthRecord writes, long? counted)
    {
        long own = writes.DeviceBytes ?? 0;
        long besides = Math.Max(0, (counted ?? 0) - own);
        long ours = Math.Max(writes.AppBytes, own + besides);
        long? foreign = writes.ForeignDeviceBytes - besides;
        return foreign > ours * Thresholds.DisturbingSharePct / 100
            ? $"the device wrote {DisplayNumber.Bytes(foreign.Value)} beyond what this process caused "
                + $"({ForeignShare.Of(foreign.Value, ours)}): "
                + "other processes, or the file system's own journal and tables"
            : null;
    }

    /// <summary>Reports that partly written pages had to be read first, unless they had no data.</summary>
    /// <param name="readBytes">Bytes that the process read from devices, or null if unknown.</param>
    /// <param name="written">Bytes that it wrote.</param>
    internal static FindingRecord? CompletedPages(long? readBytes, long written) =>
        readBytes > written * Thresholds.DisturbingSharePct / 100
            ? FindingCodes.PagesCompleted.Says(Invariant(
                $"the device read {DisplayNumber.Bytes(readBytes.Value)}, {100.0 * readBytes.Value / written:F1} % of what was written, ")
                + "most likely to complete partly written pages or blocks: write whole ones, from their start")
            : null;

    /// <summary>Reports that the device is a file of another file system.</summary>
    internal static FindingRecord? LoopDevice(TruthRecord truth, string? device) =>
        truth.Verdict == Verdict.Device && device?.StartsWith("loop", StringComparison.Ordinal) == true
            ? FindingCodes.LoopDevice.Says(
                $"{device} is a loop device: its bytes may come from the cache of the file behind it")
            : null;

    /// <summary>Reports that the work made no progress for a second or longer.</summary>
    internal static FindingRecord? Stalled(RunRecord run) =>
        run[Metrics.LongestStall] is { } stall and > 0
            ? FindingCodes.Stalled.Says(Invariant($"for {stall / 1e9:F1} s no byte was completed")
                + ": the device did not answer, or the volume was frozen; rates include that time")
            : null;

    /// <summary>Reports that the hypervisor took CPU time away.</summary>
    internal static FindingRecord? Stolen(RunRecord run) =>
        run[Metrics.Stolen] is { } stolen && stolen > run[Metrics.Elapsed] * Thresholds.DisturbingSharePct / 100
            ? FindingCodes.StolenTime.Says(Invariant(
                $"the hypervisor took {stolen / 1e6:F0} ms of CPU time; results are affected"))
            : null;

    /// <summary>Reports that the machine was busier before the run than during it.</summary>
    internal static FindingRecord? BusyBaseline(RunRecord run) =>
        run[Metrics.MachineIdle] is { } idle and > Thresholds.BusyNsPerS && run[Metrics.MachineCpu] is null
            ? FindingCodes.BusyBaseline.Says(Invariant(
                $"the machine was busier before the run ({idle / 1e6:F0} ms per second) than during it")
                + ", so machine-wide CPU cost is unknown")
            : null;

    /// <summary>Reports that the rate changed during the run.</summary>
    internal static FindingRecord? Drift(RunRecord run)
    {
        // Whoever waits until the rate is steady expects that it was not before; and levels say more than halves.
        if (run.Steady is not null || run.Changes.Count > 0)
        {
            return null;
        }

        double[] rates = [.. run.Samples.SkipLast(1).Select(sample => (double)sample.Bytes)];
        if (rates.Length < Thresholds.SamplesForDrift || run[Metrics.Elapsed] < Thresholds.DriftFromNs)
        {
            return null;
        }

        double first = Median.Of(rates[..(rates.Length / 2)]);
        double second = Median.Of(rates[(rates.Length / 2)..]);
        double change = first == 0 ? 0 : 100 * ((second / first) - 1);
        return Math.Abs(change) <= Thresholds.DriftPct ? null : FindingCodes.Drift.Says(Invariant(
            $"the second half ran {Math.Abs(change):F0} % {(change > 0 ? "faster" : "slower")} than the first")
            + ": the device is not in a steady state; measure longer");
    }

    /// <summary>Reports that the queue was not kept full.</summary>
    internal static FindingRecord? ShallowQueue(RunRecord run)
    {
        (double? requested, double? achieved) = (run[Metrics.DepthRequested], run[Metrics.DepthAchieved]);
        return requested > 1 && run.Case?.Effective.Mode == "direct" && achieved < requested * Thresholds.DepthShare
            ? FindingCodes.ShallowQueue.Says(
                Invariant($"{achieved:F1} of {requested} requests were in flight on average")
                + ": the CPU, not the device, is the limit")
            : null;
    }

    /// <summary>Reports latencies beyond the range of the histogram.</summary>
    internal static FindingRecord? Saturated(RunRecord run) =>
        run.Latency?.Saturated > 0
            ? FindingCodes.HistogramSaturated.Says(Invariant(
                $"{run.Latency.Saturated} latencies were above one hour and count as one hour"))
            : null;

    /// <summary>
    /// Reports that the workers, whose loop allocates nothing, allocated more than their first calls may.
    /// </summary>
    internal static FindingRecord? Allocations(RunRecord run) =>
        run[Metrics.Allocated] is { } bytes && bytes > run[Metrics.Requests]
            ? FindingCodes.ManagedAllocations.Says(
                $"the workers allocated {DisplayNumber.Bytes((long)bytes)} on the managed heap")
            : null;

    /// <summary>Formats the share of the work after which a time limit ended a run.</summary>
    internal static string Share(double done) =>
        done < 0.05 ? "less than 0.1 %" : done > 99 ? "more than 99 %" : AmountText.Percent(done);
}
