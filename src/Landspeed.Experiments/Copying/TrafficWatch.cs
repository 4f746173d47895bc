using Landspeed.Copying;
using Landspeed.Results;

namespace Landspeed.Experiments.Copying;

/// <summary>
/// Samples the traffic of a copy and the page cache ten times a second while the copy runs; less often if it takes
/// long.
/// </summary>
internal sealed class TrafficWatch : IDisposable
{
    private const int MostSamples = 300;
    private static readonly TimeSpan s_firstInterval = TimeSpan.FromMilliseconds(100);

    private readonly Lock _turn = new();
    private readonly TimeProvider _clock;
    private readonly Func<long?> _pageCache;
    private readonly Func<CopyMeters>? _meters;
    private readonly List<Look> _looks;
    private readonly long _start;
    private readonly ITimer _timer;
    private TimeSpan _interval = s_firstInterval;
    private bool _ended;

    /// <summary>Starts sampling.</summary>
    /// <param name="clock">Measures the time and triggers the samples.</param>
    /// <param name="pageCache">Returns the number of bytes in the page cache.</param>
    /// <param name="meters">Reads the meters of CPU and devices, or null.</param>
    internal TrafficWatch(TimeProvider clock, Func<long?> pageCache, Func<CopyMeters>? meters = null)
    {
        (_clock, _pageCache, _meters) = (clock, pageCache, meters);
        Traffic = new CopyTraffic(clock);
        _start = clock.GetTimestamp();
        _looks = [new Look(TimeSpan.Zero, default, pageCache(), Meters())];
        _timer = clock.CreateTimer(_ => Ring(), null, _interval, _interval);
    }

    /// <summary>Counts the traffic of the copy.</summary>
    internal CopyTraffic Traffic { get; }

    /// <summary>Stops sampling.</summary>
    /// <returns>What was observed.</returns>
    internal CopyTrafficRecord Stop()
    {
        lock (_turn)
        {
            _ended = true;
            Look last = Now();
            if (last.Time > _looks[^1].Time)
            {
                _looks.Add(last);
            }

            CopyTrafficTotals totals = last.Totals;
            return new CopyTrafficRecord
            {
                ReadingNs = Ns(totals.SourceRead.Busy),
                WritingNs = Ns(totals.TargetWritten.Busy),
                BothNs = Ns(totals.BothBusy),
                ReadingTargetNs = Ns(totals.TargetRead.Busy),
                FlushingNs = Ns(totals.TargetFlushed.Busy),
                HeldBackNs = Ns(totals.HeldBack.Busy),
                PageCacheBytesBefore = _looks[0].PageCacheBytes,
                Samples = [.. _looks.Zip(_looks.Skip(1), Between)],
            };
        }
    }

    /// <summary>Returns what was counted from the start up to a moment.</summary>
    /// <param name="end">The moment; the last sample before it is the end. Null for all.</param>
    internal CopySpan Until(TimeSpan? end)
    {
        lock (_turn)
        {
            Look last = _looks.FindLast(look => end is null || look.Time <= end);
            return new CopySpan(last.Time, last.Totals, last.Meters.Since(_looks[0].Meters));
        }
    }

    /// <summary>Stops sampling.</summary>
    public void Dispose() => _timer.Dispose();

    private static CopySampleRecord Between(Look from, Look to) => new(
        Ns(from.Time),
        Ns(to.Time - from.Time),
        to.Totals.SourceRead.Bytes - from.Totals.SourceRead.Bytes,
        to.Totals.TargetWritten.Bytes - from.Totals.TargetWritten.Bytes,
        to.Totals.TargetRead.Bytes - from.Totals.TargetRead.Bytes,
        to.PageCacheBytes);

    private static long Ns(TimeSpan time) => (long)time.TotalNanoseconds;

    private Look Now() => new(_clock.GetElapsedTime(_start), Traffic.Totals(), _pageCache(), Meters());

    private CopyMeters Meters() => _meters?.Invoke() ?? default;

    private void Ring()
    {
        lock (_turn)
        {
            if (_ended)
            {
                return;
            }

            _looks.Add(Now());
            if (_looks.Count > MostSamples)
            {
                // Two periods are merged into one.
                for (int index = 1; index < _looks.Count; index++)
                {
                    _looks.RemoveAt(index);
                }

                _interval *= 2;
                _timer.Change(_interval, _interval);
            }
        }
    }

    private readonly record struct Look(
        TimeSpan Time, CopyTrafficTotals Totals, long? PageCacheBytes, CopyMeters Meters);
}

/// <summary>What was counted in a part of a copy.</summary>
/// <param name="Time">Its duration.</param>
/// <param name="Traffic">What the copy read, wrote and flushed.</param>
/// <param name="Meters">CPU and devices.</param>
internal readonly record struct CopySpan(TimeSpan Time, CopyTrafficTotals Traffic, CopyMeters Meters);

/// <summary>Meters that run for the whole process or machine.</summary>
/// <param name="Cpu">CPU time of the process.</param>
/// <param name="SourceBusy">Time in which the source's device had requests under way, or null if unknown.</param>
/// <param name="TargetBusy">The same of the target's device.</param>
internal readonly record struct CopyMeters(TimeSpan Cpu, TimeSpan? SourceBusy, TimeSpan? TargetBusy)
{
    /// <summary>Returns the difference from an earlier state.</summary>
    internal CopyMeters Since(CopyMeters before) =>
        new(Cpu - before.Cpu, SourceBusy - before.SourceBusy, TargetBusy - before.TargetBusy);
}
