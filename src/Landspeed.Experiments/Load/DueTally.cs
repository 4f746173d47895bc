namespace Landspeed.Experiments.Load;

/// <summary>What became of the requests of one schedule.</summary>
/// <remarks>Written by the worker; for others when its phase has ended. Counting does not allocate.</remarks>
internal sealed class DueTally
{
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

    /// <summary>Clears all counts.</summary>
    /// <param name="partNs">Length of the parts of <see cref="Trend"/> at first.</param>
    internal void Begin(long partNs)
    {
        Trend.Begin(partNs);
        Started = Skipped = Unstarted = 0;
    }

    /// <summary>Counts a request that starts.</summary>
    /// <param name="startedNs">When, from the start of the phase.</param>
    /// <param name="latenessNs">How long it has been due.</param>
    internal void Start(long startedNs, long latenessNs)
    {
        Started++;
        Trend.Count(startedNs, latenessNs);
    }

    /// <summary>Counts what was due and has not started.</summary>
    /// <param name="left">Their number.</param>
    /// <param name="whenFull">What becomes of them.</param>
    internal void End(long left, FullPolicy whenFull)
    {
        Skipped += whenFull == FullPolicy.Skip ? left : 0;
        Unstarted = whenFull == FullPolicy.Skip ? 0 : left;
    }

    /// <summary>Adds the counts of another worker.</summary>
    internal void Merge(DueTally other)
    {
        Trend.Merge(other.Trend);
        Started += other.Started;
        Skipped += other.Skipped;
        Unstarted += other.Unstarted;
    }
}
