using System.Globalization;
using Landspeed.Platform;

namespace Landspeed.Experiments.Host;

/// <summary>Reports clock, frequency, stolen time and huge pages, on which numbers per byte depend.</summary>
internal static class ProcessorFacts
{
    // Above this share of the time since boot, results on a shared host vary visibly.
    private const double NoticeableStealPct = 1;

    internal static IEnumerable<FactRecord> Find()
    {
        MachineFacts machine = NativePlatform.Host.Machine();
        yield return ClockFact(machine.Clock);
        yield return Governor(machine.FrequencyGovernor);
        yield return Steal();
        yield return HugePagesFact(NativePlatform.Host.HugePages());
    }

    internal static FactRecord ClockFact(ProcessorClock? clock) => clock switch
    {
        null => new FactRecord(
            "clock", FactState.Missing, "the machine reports no frequency",
            "cycles per byte are left out; ns per byte remain"),
        { } named when named.Method.StartsWith("momentary", StringComparison.Ordinal) => new FactRecord(
            "clock", FactState.Limited, named.ToString(), "cycles per byte are rough; trust ns per byte"),
        { } named => new FactRecord("clock", FactState.Ok, named.ToString()),
    };

    internal static FactRecord Governor(string? governor) => governor switch
    {
        null => new FactRecord("governor", FactState.Ok, "none: the host or the processor sets the frequency"),
        "performance" => new FactRecord("governor", FactState.Ok, governor),
        _ => new FactRecord(
            "governor", FactState.Limited, $"{governor}: the frequency changes with load",
            "cpupower frequency-set -g performance"),
    };

    internal static FactRecord HugePagesFact(SystemSwitch choices) => choices.Value switch
    {
        null => new FactRecord(
            "huge_pages", FactState.Missing, $"{choices.Name} cannot be read",
            "buffers use small pages: more CPU time per byte"),
        { } value when value.Contains("[never]", StringComparison.Ordinal) => new FactRecord(
            "huge_pages", FactState.Missing, "switched off ([never])", $"echo madvise > {choices.Name}"),
        { } value => new FactRecord("huge_pages", FactState.Ok, value),
    };

    private static FactRecord Steal()
    {
        NativeResult result = NativePlatform.Counters.Machine(out MachineTimes times);
        if (result.Failed)
        {
            return new FactRecord(
                "steal",
                FactState.Missing,
                $"{NativePlatform.Counters.MachineSource}: {result.Error}",
                "the machine's CPU time is left out; the process's remains");
        }

        double all = Math.Max(1, (double)times.BusyNs + times.IdleNs + times.StolenNs);
        double pct = times.StolenNs / all * 100;
        string found = string.Create(CultureInfo.InvariantCulture,
            $"{pct:0.0} % of the time since boot went to other guests");
        return pct < NoticeableStealPct
            ? new FactRecord("steal", FactState.Ok, found)
            : new FactRecord("steal", FactState.Limited, found,
                "repeat runs and look at their spread, or use a dedicated host");
    }
}
