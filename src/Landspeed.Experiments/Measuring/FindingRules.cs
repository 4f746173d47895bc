using System.Diagnostics;
using System.Reflection;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Statistics;
using Landspeed.Files;
using static System.FormattableString;

namespace Landspeed.Experiments.Measuring;

/// <summary>What is suspicious about a run without having failed.</summary>
internal static class FindingRules
{
    private const double ForeignSharePct = 5;
    private const double CompletedSharePct = 5;
    private const double ColdUpToPct = 1;
    private const double StolenSharePct = 5;
    private const double DriftPct = 25;
    private const double DepthShare = 0.7;
    private const int SamplesForDrift = 6;
    private const double BusyNsPerS = 50_000_000; // 50 ms a second, 5 % of a processor: no longer an idle machine
    private const long ShortNs = 1_000_000_000; // below a second the start of runtime and device shows
    private const long DriftFromNs = 2_000_000_000; // shorter samples swing too much on any device

    /// <summary>Looks at a run.</summary>
    /// <param name="run">The run, complete but for its findings.</param>
    /// <param name="around">What was found out around it.</param>
    internal static IReadOnlyList<FindingRecord> Look(MeasurementRecord run, RunSurroundings around)
    {
        (CacheDrop? drop, BlockDeviceLocation device, MeasurementPlan plan, string fileSystem, long? opposite, long? own) =
            around;
        bool reads = run.Effective.Operation == NameOf.Operation(MeasuredOperation.Read);
        IEnumerable<FindingRecord?> all =
        [
            DebugBuild(),
            ShortRun(run),
            PreparationIgnored(plan),
            NotCold(run, drop, fileSystem),
            RewrittenInCache(run),
            Foreign(run, reads ? "have read" : "have written", run.Truth.ForeignDeviceBytes),
            Foreign(run, reads ? "have written" : "have read", opposite),
            reads ? null : CompletedPages(run, own),
            LoopDevice(run, device),
            BusyBaseline(run),
            Stolen(run),
            Drift(run),
            ShallowQueue(run),
            Saturated(run),
            Allocations(run),
            NoSpaceLeft(plan.Environment),
        ];
        return [.. all.OfType<FindingRecord>()];
    }

    /// <summary>Says that the program was not optimised; null when it was.</summary>
    internal static FindingRecord? DebugBuild() =>
        typeof(FindingRules).Assembly.GetCustomAttribute<DebuggableAttribute>()?.IsJITOptimizerDisabled == true
            ? new("debug_build", "this is a debug build: processor costs are too high; run with -c Release")
            : null;

    private static FindingRecord? ShortRun(MeasurementRecord run) =>
        run.Transfer.ElapsedNs < ShortNs
            ? new("short_run", Invariant(
                $"{run.Transfer.ElapsedNs / 1e6:F0} ms are too short for a steady rate")
                + ", and the runtime's own start weighs on the processor cost; measure longer")
            : null;

    private static FindingRecord? PreparationIgnored(MeasurementPlan plan) =>
        plan is { FileTask: FileTask.Use, Options.Preparation: not null }
            ? new(
                "preallocation_ignored",
                "the file was there: --preallocate says what a new one holds; remove the file to have it made anew")
            : null;

    private static FindingRecord? RewrittenInCache(MeasurementRecord run) =>
        run is { Effective.Operation: "write", Transfer.ElapsedToDurableNs: not null }
            && run.Truth.Verdict is Verdict.Cache or Verdict.Mixed
            && run.Transfer.Bytes > run.Effective.FileBytes // fewer wrote no page twice, in order
            ? new(
                "rewritten_in_cache",
                "the same pages were written again before they went out: the rate to durable is not the device's; "
                + "use --bytes with the file's length")
            : null;

    private static FindingRecord? NotCold(MeasurementRecord run, CacheDrop? drop, string fileSystem)
    {
        if (drop is null)
        {
            return null;
        }

        if (drop.Value.After.ResidentBytes is not { } resident)
        {
            return new("cold_unknown", $"whether the file left the page cache is unknown: {drop.Value.After.UnknownReason}");
        }

        double percent = 100.0 * resident / Math.Max(1, run.Effective.FileBytes ?? 1);
        string why = fileSystem == "tmpfs"
            ? "tmpfs keeps files in memory"
            : "another process maps it, or it was not yet written out";
        return percent <= ColdUpToPct ? null : new("not_cold", Invariant(
            $"{percent:F1} % of the file stayed in the page cache: {why}"));
    }

    // In either direction: a device that writes for others reads more slowly for us.
    private static FindingRecord? Foreign(MeasurementRecord run, string what, long? bytes) =>
        bytes > run.Transfer.Bytes * ForeignSharePct / 100
            ? new(
                "foreign_traffic",
                Invariant($"other processes {what} {bytes} bytes on the device meanwhile, ")
                + $"{ForeignShare.Of(bytes.Value, run.Transfer.Bytes)}: the rate is too low by an unknown amount")
            : null;

    // A page of which only a part is written must be in memory first, unless nothing lies behind it.
    private static FindingRecord? CompletedPages(MeasurementRecord run, long? readBytes) =>
        readBytes > run.Transfer.Bytes * CompletedSharePct / 100
            ? new("pages_completed", Invariant(
                $"the device read {readBytes} bytes, {100.0 * readBytes.Value / run.Transfer.Bytes:F1} % of what was written, ")
                + "most likely to complete pages or blocks that were written in part: write whole ones, from their start")
            : null;

    private static FindingRecord? LoopDevice(MeasurementRecord run, BlockDeviceLocation device) =>
        run.Truth.Verdict == Verdict.Device && device.Name?.StartsWith("loop", StringComparison.Ordinal) == true
            ? new("loop_device", $"{device.Name} is a loop device: its bytes may come from the cache of the file behind it")
            : null;

    private static FindingRecord? Stolen(MeasurementRecord run) =>
        run.Cpu.StolenNs is { } stolen && stolen > run.Transfer.ElapsedNs * StolenSharePct / 100
            ? new("stolen_time", Invariant(
                $"the host took away {stolen / 1e6:F0} ms of processor time: rates and latencies suffer from other guests"))
            : null;

    private static FindingRecord? BusyBaseline(MeasurementRecord run) =>
        run.Cpu is { MachineIdleBaselineNsPerS: > BusyNsPerS and var idle, MachineNs: null }
            ? new("busy_baseline", Invariant(
                $"the machine worked {idle / 1e6:F0} ms a second before the run, more than during it")
                + ": its cost cannot be told")
            : null;

    private static FindingRecord? Drift(MeasurementRecord run)
    {
        double[] rates = [.. run.Samples.SkipLast(1).Select(sample => (double)sample.Bytes)];
        if (rates.Length < SamplesForDrift || run.Transfer.ElapsedNs < DriftFromNs)
        {
            return null;
        }

        double first = Median.Of(rates[..(rates.Length / 2)]);
        double second = Median.Of(rates[(rates.Length / 2)..]);
        double change = first == 0 ? 0 : 100 * ((second / first) - 1);
        return Math.Abs(change) <= DriftPct ? null : new("drift", Invariant(
            $"the second half ran {Math.Abs(change):F0} % {(change > 0 ? "faster" : "slower")} than the first")
            + ": the device is not in a steady state; measure longer");
    }

    private static FindingRecord? ShallowQueue(MeasurementRecord run) =>
        run.QueueDepth.Requested > 1 && run.Effective.Mode == "direct"
            && run.QueueDepth.MeanAchieved < run.QueueDepth.Requested * DepthShare
            ? new("shallow_queue", Invariant(
                $"{run.QueueDepth.MeanAchieved:F1} of {run.QueueDepth.Requested} requests were in flight on average")
                + ": the processor, not the device, sets the pace")
            : null;

    private static FindingRecord? Saturated(MeasurementRecord run) =>
        run.Latency?.Saturated > 0
            ? new("histogram_saturated", Invariant(
                $"{run.Latency.Saturated} latencies were above one hour and count as one hour"))
            : null;

    // The loop itself allocates nothing; the runtime may allocate a few hundred bytes for a worker's first calls.
    private static FindingRecord? Allocations(MeasurementRecord run) =>
        run.Cpu.ManagedAllocatedBytes > run.Transfer.Requests
            ? new("managed_allocations", Invariant(
                $"the workers allocated {run.Cpu.ManagedAllocatedBytes} bytes on the managed heap"))
            : null;

    private static FindingRecord? NoSpaceLeft(EnvironmentRecord environment) =>
        environment is { AvailableBytes: { } free, VolumeBytes: { } size } && free < size / 50
            ? new("volume_nearly_full", Invariant(
                $"{100.0 * free / size:F1} % of the volume is free: allocation is slower there"))
            : null;
}
