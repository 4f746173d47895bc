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
    private readonly LoadTally _tally;
    private readonly LoadLane[] _lanes;
    private readonly long[] _due;

    /// <summary>Initialises the loop of one worker.</summary>
    /// <param name="whenFull">What becomes of a request that is due while all slots of its lane are taken.</param>
    /// <param name="schedules">
    /// When requests are due. Schedules share no slots, so none waits for the requests of another.
    /// </param>
    /// <param name="slots">Most requests in flight, at least one for each schedule.</param>
    /// <param name="tally">Receives the counts of as many schedules.</param>
    internal LoadLoop(FullPolicy whenFull, ArrivalSchedule[] schedules, int slots, LoadTally tally)
    {
        (_whenFull, _tally, _due) = (whenFull, tally, new long[slots]);
        _lanes =
        [
            .. schedules.Select((schedule, index) => new LoadLane(
                schedule,
                FirstSlot(index, schedules.Length, slots),
                FirstSlot(index + 1, schedules.Length, slots),
                tally.Due[index])),
        ];
    }

    /// <summary>Returns the first slot of a schedule.</summary>
    /// <param name="schedule">Its number, from 0; their number: the end of the slots.</param>
    /// <param name="schedules">Their number.</param>
    /// <param name="slots">Slots of all.</param>
    internal static int FirstSlot(int schedule, int schedules, int slots) => (int)((long)slots * schedule / schedules);

    /// <summary>Runs one phase, until its end has come and nothing is in flight.</summary>
    /// <param name="target">Carries out the requests.</param>
    /// <param name="endNs">What is due from then on does not start.</param>
    /// <param name="requests">Most requests.</param>
    /// <param name="partNs">Length of the parts of the trend at first.</param>
    internal void Run(ILoadTarget target, long endNs, long requests, long partNs)
    {
        _tally.Begin(partNs);
        foreach (LoadLane lane in _lanes)
        {
            lane.Restart();
        }

        while (true)
        {
            long now = target.Now;
            endNs = target.MustStop ? Math.Min(endNs, now) : endNs;
            for (int many = 0; many < MostTogether && requests > 0 && Next(now, endNs) is { } lane; many++)
            {
                Start(target, lane, now);
                requests--;
                now = target.Now;
            }

            endNs = requests == 0 ? Math.Min(endNs, NextDue(isAny: true)) : endNs;
            if (now >= endNs && target.Outstanding == 0)
            {
                break;
            }

            int count = target.Collect(now, now < endNs ? Math.Min(endNs, NextDue()) : long.MaxValue);
            Take(target, count, endNs);
        }

        _tally.OfferedNs = endNs;
        foreach (LoadLane lane in _lanes)
        {
            lane.End(endNs, _whenFull);
        }
    }

    // Of those that may start a request the one that has been due for the longest time.
    private LoadLane? Next(long now, long endNs)
    {
        LoadLane? next = null;
        foreach (LoadLane lane in _lanes)
        {
            next = IsStarting(lane, now, endNs) && (next is null || lane.DueNs < next.DueNs) ? lane : next;
        }

        return next;
    }

    // No queue is worked off after the end, which may take longer than the phase.
    private static bool IsStarting(LoadLane lane, long now, long endNs)
    {
        long due = lane.DueNs;
        return lane.HasFree && due <= now && due < endNs
            && (now < endNs || (due >= lane.FullUntilNs && now < endNs + GraceNs));
    }

    // When a lane may start its next request, or, of any, when it is due.
    private long NextDue(bool isAny = false)
    {
        long due = long.MaxValue;
        foreach (LoadLane lane in _lanes)
        {
            due = isAny || lane.HasFree ? Math.Min(due, lane.DueNs) : due;
        }

        return due;
    }

    private void Take(ILoadTarget target, int count, long endNs)
    {
        long now = target.Now;
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
                LaneOf(slot).Return(slot, now, _whenFull, endNs);
            }
        }
    }

    private void Start(ILoadTarget target, LoadLane lane, long now)
    {
        long due = lane.DueNs;
        int slot = lane.Take();
        _due[slot] = due;
        long started = target.Start(slot, now);
        _tally.Lateness.Record(started - due);
        _tally.OwnLateness.Record(started - Math.Min(started, Math.Max(due, lane.FullUntilNs)));
        lane.Start(started, started - due);
    }

    private LoadLane LaneOf(int slot)
    {
        int lane = 0;
        while (slot >= _lanes[lane].EndSlot)
        {
            lane++;
        }

        return _lanes[lane];
    }
}
