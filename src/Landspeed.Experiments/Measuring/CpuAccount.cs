using System.Diagnostics;
using Landspeed.Experiments.Probing;
using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Measuring;

/// <summary>Works out what each byte cost the processor.</summary>
internal static class CpuAccount
{
    /// <summary>The cost between two snapshots.</summary>
    internal static CpuRecord Of(
        CounterSnapshot before,
        CounterSnapshot after,
        (long Bytes, long Requests) moved,
        long allocatedBytes,
        IdleBaseline? baseline,
        HostRecord host)
    {
        long user = after.Process.UserNs - before.Process.UserNs;
        long system = after.Process.SystemNs - before.Process.SystemNs;
        long? machine = MachineNs(before, after, baseline, user + system);
        return new CpuRecord
        {
            ProcessUserNs = user,
            ProcessSystemNs = system,
            ProcessNsPerByte = Per(user + system, moved.Bytes),
            ProcessCyclesPerByte = Cycles(Per(user + system, moved.Bytes), host.ClockHz),
            ProcessNsPerRequest = Per(user + system, moved.Requests),
            MachineNs = machine,
            MachineIdleBaselineNsPerS = baseline?.BusyNsPerS,
            MachineNsPerByte = Per(machine, moved.Bytes),
            MachineCyclesPerByte = Cycles(Per(machine, moved.Bytes), host.ClockHz),
            StolenNs = after.Machine?.StolenNs - before.Machine?.StolenNs,
            ClockMethod = host.ClockHz is null ? null : host.ClockMethod,
            GarbageCollections = after.GarbageCollections - before.GarbageCollections,
            GarbageCollectionPauseNs =
                (after.GarbageCollectionPause - before.GarbageCollectionPause).Ticks * 100,
            ManagedAllocatedBytes = allocatedBytes,
            PeakResidentBytes = after.PeakResidentBytes ?? Environment.WorkingSet,
        };
    }

    // The machine cannot have worked less than this process alone, whose time the scheduler counts exactly. Where it
    // seems so, the machine was busier before the run than during it, or its ticks of 10 ms missed short bursts: many
    // kernels only look at each tick who is running.
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

    private static double? Per(long? ns, long count) => count == 0 ? null : (double?)ns / count;

    private static double? Cycles(double? ns, double? clockHz) => ns * clockHz / 1e9;
}
