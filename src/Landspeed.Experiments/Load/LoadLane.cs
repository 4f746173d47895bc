namespace Landspeed.Experiments.Load;

/// <summary>The requests of one schedule, and the slots in which they can be in flight.</summary>
/// <remarks>For use by one thread; no allocation.</remarks>
internal sealed class LoadLane
{
    private readonly ArrivalSchedule _schedule;
    private readonly DueTally _tally;
    private readonly int[] _free;
    private readonly int _firstSlot;
    private int _left;

    /// <summary>Initialises the lane.</summary>
    /// <param name="schedule">When its requests are due.</param>
    /// <param name="firstSlot">Its first slot.</param>
    /// <param name="endSlot">The first one behind its last.</param>
    /// <param name="tally">Receives its counts.</param>
    internal LoadLane(ArrivalSchedule schedule, int firstSlot, int endSlot, DueTally tally)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(endSlot, firstSlot);
        (_schedule, _firstSlot, EndSlot, _tally) = (schedule, firstSlot, endSlot, tally);
        _free = new int[endSlot - firstSlot];
    }

    /// <summary>The first slot behind its last.</summary>
    internal int EndSlot { get; }

    /// <summary>When its next request is due.</summary>
    internal long DueNs => _schedule.DueNs;

    /// <summary>Whether a slot has no request.</summary>
    internal bool HasFree => _left > 0;

    /// <summary>When all its slots were last taken; 0: never.</summary>
    internal long FullUntilNs { get; private set; }

    /// <summary>Begins again, with nothing in flight.</summary>
    internal void Restart()
    {
        _schedule.Restart();
        FullUntilNs = 0;
        for (_left = 0; _left < _free.Length; _left++)
        {
            _free[_left] = _firstSlot + _left;
        }
    }

    /// <summary>Takes a slot that has no request.</summary>
    internal int Take() => _free[--_left];

    /// <summary>Counts that the next request has started, and goes on to the one after it.</summary>
    /// <param name="startedNs">When.</param>
    /// <param name="latenessNs">How long it has been due.</param>
    internal void Start(long startedNs, long latenessNs)
    {
        _tally.Start(startedNs, latenessNs);
        _schedule.Advance();
    }

    /// <summary>Takes back a slot whose request has ended.</summary>
    /// <param name="slot">The slot.</param>
    /// <param name="now">The time.</param>
    /// <param name="whenFull">What becomes of requests that were due while all were taken.</param>
    /// <param name="endNs">When the last request is due.</param>
    internal void Return(int slot, long now, FullPolicy whenFull, long endNs)
    {
        if (!HasFree)
        {
            FullUntilNs = now;
            if (whenFull == FullPolicy.Skip)
            {
                _tally.Skipped += _schedule.PassOver(Math.Min(now, endNs));
            }
        }

        _free[_left++] = slot;
    }

    /// <summary>Counts what was due and has not started.</summary>
    /// <param name="endNs">When the last request was due.</param>
    /// <param name="whenFull">What becomes of it.</param>
    internal void End(long endNs, FullPolicy whenFull) => _tally.End(_schedule.PassOver(endNs), whenFull);
}
