using Landspeed.Experiments.Observing;
using Landspeed.Platform;
using Landspeed.Results;

namespace Landspeed.Experiments.Judging;

/// <summary>Computes the CPU cost per byte.</summary>
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
            (Metrics.Cpu, process),
            (Metrics.CpuUser, times.UserNs),
            (Metrics.CpuSystem, times.SystemNs),
            (Metrics.CpuPerByte, Per(process, moved.Bytes)),
            (Metrics.CyclesPerByte, host.CyclesPerByte(Per(process, moved.Bytes))),
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
