using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Load;

/// <summary>What one worker counted of requests at a rate, beside what it counts of all requests.</summary>
/// <remarks>Written by the worker; for others when its phase has ended. Counting does not allocate.</remarks>
internal sealed class LoadTally
{
    /// <summary>From the moment at which a request was due until it was done.</summary>
    internal LatencyHistogram Response { get; } = new();

    /// <summary>From the moment at which a request was due until it started.</summary>
    internal LatencyHistogram Lateness { get; } = new();

    /// <summary>
    /// The part of the lateness in which it could have started, because fewer than allowed were in flight: it is the
    /// worker's own.
    /// </summary>
    internal LatencyHistogram OwnLateness { get; } = new();

    /// <summary>The lateness over time.</summary>
    internal LatenessTrend Trend { get; } = new();

    /// <summary>Requests that started.</summary>
    internal long Started { get; private set; }

    /// <summary>Requests that were skipped because as many as allowed were in flight.</summary>
    internal long Skipped { get; set; }

    /// <summary>Requests that were due and had not started when the time was over.</summary>
    internal long Unstarted { get; private set; }

    /// <summary>Requests that were due.</summary>
    internal long Offered => Started + Skipped + Unstarted;

    /// <summary>The time in which they were due, nanoseconds.</summary>
    internal long OfferedNs { get; private set; }

    /// <summary>Clears all counts.</summary>
    /// <param name="partNs">Length of the parts of <see cref="Trend"/> at first.</param>
    internal void Begin(long partNs)
    {
        Response.Clear();
        Lateness.Clear();
        OwnLateness.Clear();
        Trend.Begin(partNs);
        Started = Skipped = Unstarted = OfferedNs = 0;
    }

    /// <summary>Counts a request that starts.</summary>
    /// <param name="startedNs">When, from the start of the phase.</param>
    /// <param name="latenessNs">How long it has been due.</param>
    /// <param name="ownNs">The worker's part of that.</param>
    internal void Start(long startedNs, long latenessNs, long ownNs)
    {
        Started++;
        Lateness.Record(latenessNs);
        OwnLateness.Record(ownNs);
        Trend.Count(startedNs, latenessNs);
    }

    /// <summary>Counts what was due and has not started.</summary>
    /// <param name="offeredNs">How long requests were due.</param>
    /// <param name="left">Their number.</param>
    /// <param name="whenFull">What becomes of them.</param>
    internal void End(long offeredNs, long left, FullPolicy whenFull)
    {
        OfferedNs = offeredNs;
        Skipped += whenFull == FullPolicy.Skip ? left : 0;
        Unstarted = whenFull == FullPolicy.Skip ? 0 : left;
    }

    /// <summary>Adds the counts of another worker.</summary>
    internal void Merge(LoadTally other)
    {
        Response.Merge(other.Response);
        Lateness.Merge(other.Lateness);
        OwnLateness.Merge(other.OwnLateness);
        Trend.Merge(other.Trend);
        Started += other.Started;
        Skipped += other.Skipped;
        Unstarted += other.Unstarted;
        OfferedNs = Math.Max(OfferedNs, other.OfferedNs);
    }
}
