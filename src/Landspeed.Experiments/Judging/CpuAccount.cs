using System.Diagnostics;
using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Judging;

/// <summary>Computes the CPU cost per byte.</summary>
internal static class CpuAccount
{
    /// <summary>Returns the cost between two snapshots: all metrics of CPUs and of the managed heap.</summary>
    internal static (Metric Metric, double? Value)[] Of(
        CounterSnapshot before,
        CounterSnapshot after,
        (long Bytes, long Requests) moved,
        long allocatedBytes,
        IdleBaseline? baseline,
        HostRecord host)
    {
        long user = after.Process.UserNs - before.Process.UserNs;
        long system = after.Process.SystemNs - before.Process.SystemNs;
        long process = user + system;
        long? machine = MachineNs(before, after, baseline, process);
        return
        [
            (Metrics.Cpu, process),
            (Metrics.CpuUser, user),
            (Metrics.CpuSystem, system),
            (Metrics.CpuPerByte, Per(process, moved.Bytes)),
            (Metrics.CyclesPerByte, host.CyclesPerByte(Per(process, moved.Bytes))),
            (Metrics.CpuPerRequest, Per(process, moved.Requests)),
            (Metrics.MachineCpu, machine),
            (Metrics.MachineIdle, baseline?.BusyNsPerS),
            (Metrics.MachineCpuPerByte, Per(machine, moved.Bytes)),
            (Metrics.MachineCyclesPerByte, host.CyclesPerByte(Per(machine, moved.Bytes))),
            (Metrics.Stolen, after.Machine?.StolenNs - before.Machine?.StolenNs),
            (Metrics.VoluntarySwitches, after.Process.VoluntarySwitches - before.Process.VoluntarySwitches),
            (Metrics.InvoluntarySwitches, after.Process.InvoluntarySwitches - before.Process.InvoluntarySwitches),
            (Metrics.Collections, after.GarbageCollections - before.GarbageCollections),
            (Metrics.CollectionPause, (after.GarbageCollectionPause - before.GarbageCollectionPause).Ticks * 100),
            (Metrics.Allocated, allocatedBytes),
            (Metrics.AllocatedPerRequest, Per(allocatedBytes, moved.Requests)),
        ];
    }

    // The machine cannot have worked less than this process alone, whose time the scheduler counts exactly. If it seems
    // so, either the machine was busier before the run than during it, or its ticks of 10 ms missed short bursts: many
    // kernels check only at each tick what is running.
    private static long? MachineNs(
        CounterSnapshot before, CounterSnapshot after, IdleBaseline? baseline, long processNs)
    {
        if (before.Machine is not { } first || after.Machine is not { } last || baseline is not { } idle)
        {
            return null;
        }

        double elapsedS = (after.Timestamp - before.Timestamp) / (double)Stopwatch.Frequency;
        long machine = last.BusyNs - first.BusyNs - (long)(idle.BusyNsPerS * elapsedS);
        return machine < processNs ? null : machine;
    }

    private static double? Per(long? amount, long count) => count == 0 ? null : (double?)amount / count;
}
