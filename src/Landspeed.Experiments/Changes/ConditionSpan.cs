namespace Landspeed.Experiments.Changes;

/// <summary>What a machine did beside a run in a part of its time.</summary>
/// <param name="Start">Its start, from that of the run.</param>
/// <param name="End">Its end.</param>
/// <param name="Values">The value of each condition that is known.</param>
internal sealed record ConditionSpan(
    TimeSpan Start, TimeSpan End, IReadOnlyDictionary<Condition, double> Values)
{
    /// <summary>Returns what happened between two readings.</summary>
    /// <param name="before">The first.</param>
    /// <param name="after">The second, later.</param>
    internal static ConditionSpan Between(ConditionReading before, ConditionReading after)
    {
        double seconds = (after.At - before.At).TotalSeconds;
        var values = new Dictionary<Condition, double>();
        Processors(before, after, values);
        if (before.Device is { } first && after.Device is { } last)
        {
            values[Condition.Discards] = PerS(last.DiscardBytes - first.DiscardBytes);
            if (after.ProcessBytes - before.ProcessBytes is { } own)
            {
                long all = last.ReadBytes + last.WriteBytes - first.ReadBytes - first.WriteBytes;
                values[Condition.Traffic] = PerS(all - own);
            }
        }

        if (before.Cache is { } held && after.Cache is { } holds)
        {
            values[Condition.Dirty] =
                100.0 * (holds.DirtyBytes + holds.WritebackBytes) / Math.Max(1, holds.DirtyLimitBytes);
            values[Condition.Writeback] = holds.WritebackBytes;
            values[Condition.Reclaim] = PerS(holds.ReclaimedBytes - held.ReclaimedBytes);
        }

        if (before.Pressure is { } waited && after.Pressure is { } waits)
        {
            values[Condition.Processors] = PerS(waits.ProcessorNs - waited.ProcessorNs) / 1e7;
            values[Condition.Memory] = PerS(waits.MemoryNs - waited.MemoryNs) / 1e7;
        }

        if (after.JournalCommits - before.JournalCommits is { } commits)
        {
            values[Condition.Journal] = PerS(commits);
        }

        if (after.ClockHz is { } hz)
        {
            values[Condition.Clock] = hz;
        }

        return new ConditionSpan(before.At, after.At, values);

        // Counters that are read one after another do not fit exactly, and some begin again with a new device.
        double PerS(long difference) => Math.Max(0, difference) / seconds;
    }

    private static void Processors(
        ConditionReading before, ConditionReading after, Dictionary<Condition, double> values)
    {
        if ((before.Machine, after.Machine) is not ({ } first, { } last))
        {
            return;
        }

        double busy = last.BusyNs - first.BusyNs;
        double stolen = last.StolenNs - first.StolenNs;
        double all = busy + stolen + last.IdleNs - first.IdleNs;
        if (all > 0)
        {
            values[Condition.Stolen] = Share(stolen);
            values[Condition.Processes] = Share(busy - (after.ProcessNs - before.ProcessNs));
        }

        // The clocks of both differ by a tick, and idle time may run backwards.
        double Share(double part) => Math.Clamp(100 * part / all, 0, 100);
    }
}
