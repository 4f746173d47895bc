using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Load;

/// <summary>What one worker counted of requests at a rate, beside what it counts of all requests.</summary>
/// <param name="schedules">Schedules that say when requests are due, 1 or 2.</param>
/// <remarks>Written by the worker; for others when its phase has ended. Counting does not allocate.</remarks>
internal sealed class LoadTally(int schedules = 1)
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

    /// <summary>The requests of each schedule: of two, those that read and those that write.</summary>
    internal IReadOnlyList<DueTally> Due { get; } = [.. Enumerable.Range(0, schedules).Select(_ => new DueTally())];

    /// <summary>Requests that were due.</summary>
    internal long Offered => Due.Sum(one => one.Offered);

    /// <summary>Requests that were skipped because as many as allowed were in flight.</summary>
    internal long Skipped => Due.Sum(one => one.Skipped);

    /// <summary>Requests that were due and had not started when the time was over.</summary>
    internal long Unstarted => Due.Sum(one => one.Unstarted);

    /// <summary>The time in which they were due, nanoseconds.</summary>
    internal long OfferedNs { get; set; }

    /// <summary>Clears all counts.</summary>
    /// <param name="partNs">Length of the parts of the trends at first.</param>
    internal void Begin(long partNs)
    {
        Response.Clear();
        Lateness.Clear();
        OwnLateness.Clear();
        OfferedNs = 0;
        foreach (DueTally one in Due)
        {
            one.Begin(partNs);
        }
    }

    /// <summary>Adds the counts of another worker, which has as many schedules.</summary>
    internal void Merge(LoadTally other)
    {
        Response.Merge(other.Response);
        Lateness.Merge(other.Lateness);
        OwnLateness.Merge(other.OwnLateness);
        OfferedNs = Math.Max(OfferedNs, other.OfferedNs);
        foreach ((DueTally mine, DueTally its) in Due.Zip(other.Due))
        {
            mine.Merge(its);
        }
    }
}
