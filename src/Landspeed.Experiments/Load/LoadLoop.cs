namespace Landspeed.Experiments.Load;

/// <summary>
/// Starts requests when they are due, whether or not earlier ones have ended, and counts how late they start and end.
/// </summary>
/// <remarks>For use by one thread; no allocation while it runs.</remarks>
internal sealed class LoadLoop
{
    // Started together, without looking for ends in between.
    private const int MostTogether = 64;

    // A request that was due before the end may start up to 10 ms after it: a thread wakes late.
    private const long GraceNs = 10_000_000;

    private readonly FullPolicy _whenFull;
    private readonly ArrivalSchedule _schedule;
    private readonly LoadTally _tally;
    private readonly int[] _free;
    private readonly long[] _due;

    /// <summary>Initialises the loop of one worker.</summary>
    /// <param name="whenFull">What becomes of a request that is due while all slots are taken.</param>
    /// <param name="schedule">When requests are due.</param>
    /// <param name="slots">Most requests in flight.</param>
    /// <param name="tally">Receives the counts.</param>
    internal LoadLoop(FullPolicy whenFull, ArrivalSchedule schedule, int slots, LoadTally tally)
    {
        (_whenFull, _schedule, _tally) = (whenFull, schedule, tally);
        (_free, _due) = (new int[slots], new long[slots]);
    }

    /// <summary>Runs one phase, until its end has come and nothing is in flight.</summary>
    /// <param name="target">Carries out the requests.</param>
    /// <param name="endNs">What is due from then on does not start.</param>
    /// <param name="requests">Most requests.</param>
    /// <param name="partNs">Length of the parts of the trend at first.</param>
    internal void Run(ILoadTarget target, long endNs, long requests, long partNs)
    {
        _tally.Begin(partNs);
        _schedule.Restart();
        int free = _free.Length;
        for (int slot = 0; slot < free; slot++)
        {
            _free[slot] = slot;
        }

        long fullUntil = 0;
        while (true)
        {
            long now = target.Now;
            endNs = target.MustStop ? Math.Min(endNs, now) : endNs;
            int many = 0;
            while (many++ < MostTogether && free > 0 && requests > 0 && IsStarting(now, endNs, fullUntil))
            {
                Start(target, _free[--free], now, fullUntil);
                requests--;
                now = target.Now;
            }

            endNs = requests == 0 ? Math.Min(endNs, _schedule.DueNs) : endNs;
            if (now >= endNs && target.Outstanding == 0)
            {
                break;
            }

            bool mayStart = free > 0 && _schedule.DueNs < endNs && now < endNs;
            int count = target.Collect(now, mayStart ? _schedule.DueNs : now < endNs ? endNs : long.MaxValue);
            now = target.Now;
            if (count > 0 && free == 0)
            {
                fullUntil = now;
                if (_whenFull == FullPolicy.Skip)
                {
                    _tally.Skipped += _schedule.PassOver(Math.Min(now, endNs));
                }
            }

            for (int index = 0; index < count; index++)
            {
                LoadEnd end = target.Ended(index, now, out int slot, out long done);
                if (end == LoadEnd.Done)
                {
                    _tally.Response.Record(done - _due[slot]);
                    target.Answer(slot, done - _due[slot]);
                }

                if (end != LoadEnd.Continued)
                {
                    _free[free++] = slot;
                }
            }
        }

        _tally.End(endNs, _schedule.PassOver(endNs), _whenFull);
    }

    // No queue is worked off after the end, which may take longer than the phase.
    private bool IsStarting(long now, long endNs, long fullUntil)
    {
        long due = _schedule.DueNs;
        return due <= now && due < endNs && (now < endNs || (due >= fullUntil && now < endNs + GraceNs));
    }

    private void Start(ILoadTarget target, int slot, long now, long fullUntil)
    {
        long due = _schedule.DueNs;
        _due[slot] = due;
        long started = target.Start(slot, now);
        _tally.Start(started, started - due, started - Math.Min(started, Math.Max(due, fullUntil)));
        _schedule.Advance();
    }
}
