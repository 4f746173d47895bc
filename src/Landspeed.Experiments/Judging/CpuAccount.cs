using Landspeed.Experiments.Observing;
using Landspeed.Platform;
using Landspeed.Results;

namespace Landspeed.Experiments.Judging;

/// <summary>Computes what CPUs did, and their cost per byte.</summary>
internal static class CpuAccount
{
    /// <summary>Returns the cost of what was observed: all metrics of CPUs and of the managed heap.</summary>
    internal static (Metric Metric, double? Value)[] Of(
        Observed observed,
        (long Bytes, long Requests) moved,
        long allocatedBytes,
        IdleBaseline? baseline,
        HostRecord host)
    {
        ProcessorTimes times = observed.Process;
        long process = times.TotalNs;
        long? machine = MachineNs(observed, baseline);
        return
        [
            .. Of(process, moved.Bytes, host),
            (Metrics.CpuUser, times.UserNs),
            (Metrics.CpuSystem, times.SystemNs),
            (Metrics.CpuPerRequest, Per(process, moved.Requests)),
            (Metrics.MachineCpu, machine),
            (Metrics.MachineIdle, baseline?.BusyNsPerS),
            (Metrics.MachineCpuPerByte, Per(machine, moved.Bytes)),
            (Metrics.MachineCyclesPerByte, host.CyclesPerByte(Per(machine, moved.Bytes))),
            (Metrics.Stolen, observed.Machine?.StolenNs),
            (Metrics.VoluntarySwitches, times.VoluntarySwitches),
            (Metrics.InvoluntarySwitches, times.InvoluntarySwitches),
            (Metrics.Collections, observed.GarbageCollections),
            (Metrics.CollectionPause, observed.GarbageCollectionPause.Ticks * 100),
            (Metrics.Allocated, allocatedBytes),
            (Metrics.AllocatedPerRequest, Per(allocatedBytes, moved.Requests)),
        ];
    }

    /// <summary>Returns the cost of a process's CPU time per byte that it moved.</summary>
    internal static (Metric Metric, double? Value)[] Of(long cpuNs, long bytes, HostRecord host)
    {
        double? perByte = Per(cpuNs, bytes);
        return
        [
            (Metrics.Cpu, cpuNs), (Metrics.CpuPerByte, perByte), (Metrics.CyclesPerByte, host.CyclesPerByte(perByte)),
        ];
    }

    // The machine cannot have worked less than this process alone, whose time the scheduler counts exactly. If it seems
    // so, either the machine was busier before the run than during it, or its ticks of 10 ms missed short bursts: many
    // kernels check only at each tick what is running.
    private static long? MachineNs(Observed observed, IdleBaseline? baseline)
    {
        if (observed.Machine is not { } times || baseline is not { } idle)
        {
            return null;
        }

        long machine = times.BusyNs - (long)(idle.BusyNsPerS * observed.ElapsedNs / 1e9);
        return machine < observed.Process.TotalNs ? null : machine;
    }

    private static double? Per(long? amount, long count) => count == 0 ? null : (double?)amount / count;
}
