namespace Landspeed.Experiments.Load;

/// <summary>
/// Starts the next request of each place of a queue a pause after the place has done its last one, and counts how long
/// the pauses were.
/// </summary>
/// <remarks>
/// For use by one thread; no allocation while it runs. A pause after a request that started late is shorter by that, by
/// up to half: users who know nothing of each other would otherwise start together more and more often, because one
/// thread starts all that became due while it slept.
/// </remarks>
internal sealed class ThinkLoop
{
    // Started together, without looking for ends in between.
    private const int MostTogether = 64;

    private readonly ThinkPauses _pauses;
    private readonly int _requests;
    private readonly ThinkTally _tally;
    private readonly Place[] _places;
    private readonly PriorityQueue<int, long> _resting;

    /// <summary>Initialises the loop of one worker.</summary>
    /// <param name="pauses">The pauses.</param>
    /// <param name="requests">Requests before each.</param>
    /// <param name="places">Most requests in flight.</param>
    /// <param name="tally">Receives the counts.</param>
    internal ThinkLoop(ThinkPauses pauses, int requests, int places, ThinkTally tally)
    {
        (_pauses, _requests, _tally) = (pauses, requests, tally);
        (_places, _resting) = (new Place[places], new PriorityQueue<int, long>(places));
    }

    /// <summary>Runs one phase, until its end has come and nothing is in flight.</summary>
    /// <param name="target">Carries out the requests.</param>
    /// <param name="endNs">From then on none starts.</param>
    /// <param name="requests">Most requests; when all are done, it ends earlier.</param>
    internal void Run(ILoadTarget target, long endNs, long requests)
    {
        _tally.Clear();
        _pauses.Restart();
        _resting.Clear();
        for (int place = 0; place < _places.Length; place++)
        {
            long first = _pauses.First(place, _places.Length);
            _places[place] = new Place(first, _requests);
            _resting.Enqueue(place, first);
        }

        while (true)
        {
            long now = target.Now;
            endNs = target.MustStop ? Math.Min(endNs, now) : endNs;
            for (int started = 0; started < MostTogether && requests > 0 && now < endNs && NextDue <= now; started++)
            {
                Start(target, _resting.Dequeue(), now);
                requests--;
                now = target.Now;
            }

            endNs = requests == 0 ? Math.Min(endNs, now) : endNs;
            if (now >= endNs && target.Outstanding == 0)
            {
                return;
            }

            int count = target.Collect(now, now >= endNs ? long.MaxValue : Math.Min(endNs, NextDue));
            now = target.Now;
            for (int index = 0; index < count; index++)
            {
                if (target.Ended(index, now, out int place, out long done) == LoadEnd.Done && !IsResting(place, done)
                    && requests > 0 && now < endNs && !target.MustStop)
                {
                    target.Start(place, now);
                    requests--;
                }
            }
        }
    }

    private long NextDue => _resting.TryPeek(out _, out long due) ? due : long.MaxValue;

    private void Start(ILoadTarget target, int place, long now)
    {
        ref Place its = ref _places[place];
        long started = target.Start(place, now);
        its.LateNs = started - its.DueNs;
        if (its.RestsSince is { } since)
        {
            _tally.Count(its.PauseNs, started - since);
        }
    }

    private bool IsResting(int place, long done)
    {
        ref Place its = ref _places[place];
        if (--its.Left > 0)
        {
            return false;
        }

        its.PauseNs = _pauses.Next();
        its.DueNs = done + Math.Max(its.PauseNs / 2, its.PauseNs - its.LateNs);
        (its.RestsSince, its.Left) = (done, _requests);
        _resting.Enqueue(place, its.DueNs);
        return true;
    }

    private record struct Place(long DueNs, int Left)
    {
        internal long? RestsSince { get; set; }

        internal long PauseNs { get; set; }

        internal long LateNs { get; set; }
    }
}

/// <summary>The pauses of one worker, or of all.</summary>
internal sealed class ThinkTally
{
    private long _pauses;
    private double _askedNs;
    private double _sumNs;

    /// <summary>The mean of the pauses, nanoseconds, or null if there was none.</summary>
    internal double? MeanNs => _pauses == 0 ? null : _sumNs / _pauses;

    /// <summary>The mean that they were to have.</summary>
    internal double? MeanAskedNs => _pauses == 0 ? null : _askedNs / _pauses;

    /// <summary>Forgets all.</summary>
    internal void Clear() => (_pauses, _askedNs, _sumNs) = (0, 0, 0);

    /// <summary>Counts a pause.</summary>
    /// <param name="askedNs">How long it was to last.</param>
    /// <param name="ns">From the end of a request to the start of the next one.</param>
    internal void Count(long askedNs, long ns) =>
        (_pauses, _askedNs, _sumNs) = (_pauses + 1, _askedNs + askedNs, _sumNs + ns);

    /// <summary>Adds those of another worker.</summary>
    internal void Merge(ThinkTally other) => (_pauses, _askedNs, _sumNs) =
        (_pauses + other._pauses, _askedNs + other._askedNs, _sumNs + other._sumNs);
}
