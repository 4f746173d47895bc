using Landspeed.Experiments.Judging;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Processing;

/// <summary>
/// Names the level of work at which the time tips from the device to the CPU; a pure function.
/// </summary>
/// <remarks>
/// One strategy with one number of threads is followed over all levels, the one with the best medians: between cells
/// that differ in more than the work, shares cannot be compared.
/// </remarks>
internal static class TippingConclusions
{
    // Half of the time: a resource that is idle for more than that is not what the others wait for.
    private const double HalfPct = 50;

    private enum Busier
    {
        Cpu,
        Device,
        Equal,
        Neither,
        Inconclusive,
    }

    /// <summary>Returns the sentence; none for a single level, or where a share is unknown.</summary>
    internal static IEnumerable<ConclusionRecord> Of(ProcessCell[] cells)
    {
        int count = cells.Select(cell => cell.Work).Distinct().Count();
        ProcessCell[][] followed =
        [
            .. cells.GroupBy(ProcessConclusions.Name, StringComparer.Ordinal)
                .Where(same => same.Count() == count
                    && same.All(cell => cell is { CpuBusy: not null, DeviceBusy: not null }))
                .Select(same => same.OrderBy(cell => cell.Work).ToArray()),
        ];
        if (count > 1 && followed.Length > 0)
        {
            ProcessCell[] best = followed.MinBy(levels => levels.Sum(cell => Math.Log(cell.Seconds)))!;
            string why = followed.Length > 1 ? ", which has the best medians over all levels of work" : string.Empty;
            yield return ConclusionCodes.TipsToCpu.Says(
                $"{Text([.. best.Select(cell => (cell, Judge(cell)))])}, for {ProcessConclusions.Name(best[0])}{why}.");
        }
    }

    private static string Text((ProcessCell Cell, Busier Busier)[] levels)
    {
        int from = Array.FindLastIndex(levels, level => level.Busier != Busier.Cpu) + 1;
        (ProcessCell last, Busier busier) = levels[Math.Max(0, from - 1)];
        string there = State(last, busier);
        if (from == levels.Length)
        {
            return busier == Busier.Inconclusive
                ? Invariant($"Whether the time tips to the CPU is inconclusive: at work {last.Work} {there}")
                : Invariant($"Up to work {last.Work} the time does not tip to the CPU for good: there {there}");
        }

        ProcessCell first = levels[from].Cell;
        string start = Invariant($"From work {first.Work} on {State(first, Busier.Cpu)}");
        return from == 0 ? start
            : busier != Busier.Device ? Invariant($"{start}; at work {last.Work} {there}")
            : Invariant($"The time tips from the device to the CPU between work {last.Work} ({Shares(last)}) ")
                + Invariant($"and work {first.Work} ({Shares(first)})");
    }

    private static string State(ProcessCell cell, Busier busier) => busier switch
    {
        Busier.Cpu => "the CPU is busier than the device",
        Busier.Device => "the device is busier than the CPU",
        Busier.Equal => "CPU and device are equally busy",
        Busier.Neither => "neither CPU nor device is busy for half of the time",
        _ => "the runs do not separate CPU and device",
    } + $" ({Shares(cell)})";

    private static string Shares(ProcessCell cell) => $"CPU {Pct(cell.CpuBusy!)}, device {Pct(cell.DeviceBusy!)}";

    private static string Pct(IntervalRecord share) => AmountText.Percent(share.Median);

    private static Busier Judge(ProcessCell cell)
    {
        (IntervalRecord cpu, IntervalRecord device) = (cell.CpuBusy!, cell.DeviceBusy!);
        return Math.Max(cpu.Median, device.Median) < HalfPct ? Busier.Neither : Difference.Of(cpu, device).Kind switch
        {
            DifferenceKind.More => Busier.Cpu,
            DifferenceKind.Less => Busier.Device,
            DifferenceKind.Equal => Busier.Equal,
            _ => Busier.Inconclusive,
        };
    }
}
