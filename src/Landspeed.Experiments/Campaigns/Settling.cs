using Landspeed.Platform;

namespace Landspeed.Experiments.Campaigns;

/// <summary>Waits until the machine is quiet.</summary>
/// <remarks>Quiet: for two seconds in a row at most a tenth of its processors is busy, and at most 16 MiB wait to be written to a device.</remarks>
internal static class Settling
{
    /// <summary>Bytes that may wait to be written on a quiet machine: 16 MiB. A desktop's usual share.</summary>
    internal const long MostUnwritten = 16 << 20;

    /// <summary>Share of the processors that may be busy on a quiet machine, percent: a quarter of a processor on four.</summary>
    internal const double MostBusyPct = 10;

    private const int QuietSamples = 2;
    private static readonly TimeSpan s_sample = TimeSpan.FromSeconds(1);

    /// <summary>Waits.</summary>
    /// <param name="surroundings">The machine.</param>
    /// <param name="longest">Longest wait; zero: none.</param>
    /// <param name="isBusy">Is told, once, that the machine is not quiet yet.</param>
    /// <param name="stop">Ends the wait.</param>
    /// <returns>What was reached; null: nothing was waited for, or it was stopped.</returns>
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

/// <summary>What a machine was like when a command began.</summary>
/// <param name="WaitedS">Seconds that were waited for it.</param>
/// <param name="BusyPct">Share of the processors that was busy in the last second; null: the system does not say.</param>
/// <param name="UnwrittenBytes">Bytes that waited to be written to a device; null: the system does not say.</param>
/// <param name="IsQuiet">Whether that is quiet; else the time was up.</param>
internal sealed record SettledRecord(double WaitedS, double? BusyPct, long? UnwrittenBytes, bool IsQuiet);

/// <summary>The machine around a campaign.</summary>
internal interface ISurroundings
{
    /// <summary>Watches it for a time.</summary>
    /// <returns>Share of its processors that was busy, percent, and bytes that wait to be written at the end.</returns>
    (double? BusyPct, long? UnwrittenBytes) Watch(TimeSpan time, CancellationToken stop);

    /// <summary>Gives the page cache back to the system; root only.</summary>
    /// <exception cref="ExperimentException">It refused.</exception>
    void DropCaches();
}

/// <summary>The machine that this process runs on.</summary>
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
