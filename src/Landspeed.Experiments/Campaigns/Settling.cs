using Landspeed.Platform;

namespace Landspeed.Experiments.Campaigns;

/// <summary>Waits until the machine is idle.</summary>
/// <remarks>
/// Idle: for two seconds in a row at most a tenth of its CPUs is busy, and at most 16 MiB are waiting to be written to
/// a device.
/// </remarks>
internal static class Settling
{
    /// <summary>Bytes that may be waiting to be written on an idle machine: 16 MiB. A desktop's usual amount.</summary>
    internal const long MostUnwritten = 16 << 20;

    /// <summary>Share of the CPUs that may be busy on an idle machine, percent: a quarter of a CPU on four.</summary>
    internal const double MostBusyPct = 10;

    private const int QuietSamples = 2;
    private static readonly TimeSpan s_sample = TimeSpan.FromSeconds(1);

    /// <summary>Waits for the machine to become idle.</summary>
    /// <param name="surroundings">The machine.</param>
    /// <param name="longest">Maximum wait, or zero for none.</param>
    /// <param name="isBusy">Called once if the machine is not yet idle.</param>
    /// <param name="stop">Ends the wait.</param>
    /// <returns>The state that was reached, or null if there was no wait, or it was stopped.</returns>
    internal static SettledRecord? Wait(
        ISurroundings surroundings, TimeSpan longest, Action<SettledRecord> isBusy, CancellationToken stop)
    {
        bool told = false;
        TimeSpan waited = TimeSpan.Zero;
        SettledRecord? last = null;
        for (int quiet = 0; quiet < QuietSamples && waited < longest;)
        {
            TimeSpan sample = longest - waited < s_sample ? longest - waited : s_sample;
            (double? busyPct, long? unwritten) = surroundings.Watch(sample, stop);
            if (stop.IsCancellationRequested)
            {
                return null;
            }

            waited += sample;
            bool isQuiet = busyPct is null or <= MostBusyPct && unwritten is null or <= MostUnwritten;
            quiet = isQuiet ? quiet + 1 : 0;
            last = new SettledRecord(waited.TotalSeconds, busyPct, unwritten, quiet >= QuietSamples);
            if (!isQuiet && !told && waited < longest)
            {
                told = true;
                isBusy(last);
            }
        }

        return last;
    }
}

/// <summary>The state of a machine when a command started.</summary>
/// <param name="WaitedS">Seconds that were spent waiting for it.</param>
/// <param name="BusyPct">Share of the CPUs that was busy in the last second, or null if the system does not report
/// it.</param>
/// <param name="UnwrittenBytes">Bytes waiting to be written to a device, or null if the system does not report
/// it.</param>
/// <param name="IsQuiet">Whether that is idle; otherwise the time limit was reached.</param>
internal sealed record SettledRecord(double WaitedS, double? BusyPct, long? UnwrittenBytes, bool IsQuiet);

/// <summary>The rest of the machine, as seen by a campaign.</summary>
internal interface ISurroundings
{
    /// <summary>Observes it for a time.</summary>
    /// <returns>Share of its CPUs that was busy, percent, and bytes waiting to be written at the end.</returns>
    (double? BusyPct, long? UnwrittenBytes) Watch(TimeSpan time, CancellationToken stop);

    /// <summary>Drops the page cache; root only.</summary>
    /// <exception cref="ExperimentException">The system refused.</exception>
    void DropCaches();
}

/// <summary>The machine on which this process runs.</summary>
internal sealed class Surroundings : ISurroundings
{
    /// <inheritdoc/>
    public (double? BusyPct, long? UnwrittenBytes) Watch(TimeSpan time, CancellationToken stop)
    {
        bool isCounted = NativePlatform.Counters.Machine(out MachineTimes before).Succeeded;
        stop.WaitHandle.WaitOne(time);
        isCounted &= NativePlatform.Counters.Machine(out MachineTimes after).Succeeded;
        double busy = after.BusyNs + after.StolenNs - before.BusyNs - before.StolenNs;
        double all = busy + after.IdleNs - before.IdleNs;
        return (isCounted && all > 0 ? busy / all * 100 : null, NativePlatform.Host.UnwrittenBytes());
    }

    /// <inheritdoc/>
    public void DropCaches()
    {
        NativeResult dropped = NativePlatform.Host.DropCaches();
        if (dropped.Failed)
        {
            throw new ExperimentException(
                Outcome.Failed, $"the page cache cannot be dropped: {dropped.Error}; --cold needs root, and a container that may do it");
        }
    }
}
