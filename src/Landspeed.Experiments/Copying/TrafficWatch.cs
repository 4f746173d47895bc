using Landspeed.Copying;
using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Copying;

/// <summary>Looks at the traffic of a copy and at the page cache ten times a second while the copy runs; less often when it takes long.</summary>
internal sealed class TrafficWatch : IDisposable
{
    private const int MostSamples = 300;
    private static readonly TimeSpan s_firstInterval = TimeSpan.FromMilliseconds(100);

    private readonly Lock _turn = new();
    private readonly TimeProvider _clock;
    private readonly Func<long?> _pageCache;
    private readonly List<Look> _looks;
    private readonly long _start;
    private readonly ITimer _timer;
    private TimeSpan _interval = s_firstInterval;
    private bool _ended;

    /// <summary>Begins to look.</summary>
    /// <param name="clock">Measures the time and rings.</param>
    /// <param name="pageCache">Says how many bytes the page cache has.</param>
    internal TrafficWatch(TimeProvider clock, Func<long?> pageCache)
    {
        (_clock, _pageCache) = (clock, pageCache);
        Traffic = new CopyTraffic(clock);
        _start = clock.GetTimestamp();
        _looks = [new Look(TimeSpan.Zero, default, pageCache())];
        _timer = clock.CreateTimer(_ => Ring(), null, _interval, _interval);
    }

    /// <summary>What the copy is to count with.</summary>
    internal CopyTraffic Traffic { get; }

    /// <summary>Ends looking.</summary>
    /// <returns>What was seen.</returns>
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
                PageCacheBytesBefore = _looks[0].PageCacheBytes,
                Samples = [.. _looks.Zip(_looks.Skip(1), Between)],
            };
        }
    }

    /// <summary>Ends looking.</summary>
    public void Dispose() => _timer.Dispose();

    private static CopySampleRecord Between(Look from, Look to) => new(
        Ns(from.Time),
        Ns(to.Time - from.Time),
        to.Totals.SourceRead.Bytes - from.Totals.SourceRead.Bytes,
        to.Totals.TargetWritten.Bytes - from.Totals.TargetWritten.Bytes,
        to.Totals.TargetRead.Bytes - from.Totals.TargetRead.Bytes,
        to.PageCacheBytes);

    private static long Ns(TimeSpan time) => (long)time.TotalNanoseconds;

    private Look Now() => new(_clock.GetElapsedTime(_start), Traffic.Totals(), _pageCache());

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
                // Two pieces of time become one.
                for (int index = 1; index < _looks.Count; index++)
                {
                    _looks.RemoveAt(index);
                }

                _interval *= 2;
                _timer.Change(_interval, _interval);
            }
        }
    }

    private readonly record struct Look(TimeSpan Time, CopyTrafficTotals Totals, long? PageCacheBytes);
}
