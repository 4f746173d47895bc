using Landspeed.Experiments.Results;
using Spectre.Console;

namespace Landspeed.Reporting.Tables;

/// <summary>What each byte cost, three ways: the process, the whole machine, the managed runtime.</summary>
internal static class CpuRows
{
    /// <summary>Adds them.</summary>
    public static void Add(LabeledRows rows, CpuRecord cpu, HostRecord host)
    {
        Grid table = Columns.Make(4);
        table.AddRow(Columns.Row(Mark.Plain, "process", Number(cpu.ProcessNsPerByte, "ns/B"),
            Number(cpu.ProcessCyclesPerByte, "cycles/B"), Process(cpu)));
        table.AddRow(Columns.Row(Mark.Plain, "machine", Number(cpu.MachineNsPerByte, "ns/B"),
            Number(cpu.MachineCyclesPerByte, "cycles/B"), Machine(cpu)));
        rows.Add("cpu", table);
        rows.Add(string.Empty, [
            $"user {Format.Duration(cpu.ProcessUserNs)}",
            $"kernel {Format.Duration(cpu.ProcessSystemNs)}",
            cpu.MachineNs is { } machine ? $"machine {Format.Duration(machine)}" : null,
            cpu.StolenNs > 0 ? $"stolen by the host {Format.Duration(cpu.StolenNs.Value)}" : null]);
        rows.Add(string.Empty, $"clock {Clock(cpu, host)}");
        rows.Add("managed", [
            Format.Count(cpu.GarbageCollections, "collection"),
            $"{Format.Duration(cpu.GarbageCollectionPauseNs)} paused",
            $"{Format.Size(cpu.ManagedAllocatedBytes)} allocated",
            $"{Format.Size(cpu.PeakResidentBytes)} resident at most"]);
    }

    private static string Clock(CpuRecord cpu, HostRecord host) => (cpu.ClockMethod, host.ClockHz) switch
    {
        (null, _) => "unknown: no cycles",
        ({ } method, null) => method,
        ({ } method, { } hz) => $"{Format.Frequency(hz)}, {method}",
    };

    private static string Number(double? value, string unit) =>
        value is { } known ? $"{Format.Number(known)} {unit}" : "-";

    private static string Process(CpuRecord cpu) =>
        cpu.ProcessNsPerRequest is { } ns ? $"{Format.Duration(ns)} a request" : string.Empty;

    private static string Machine(CpuRecord cpu) => (cpu.MachineNs, cpu.MachineIdleBaselineNsPerS) switch
    {
        (null, null) => "not to be measured here",
        (null, _) => "lost between its ticks",
        (_, { } idle) => $"idle {Format.Duration(idle)}/s taken off",
        _ => "idle time unknown",
    };
}
