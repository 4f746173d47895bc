using Landspeed.Experiments.Statistics;
using Landspeed.Results;

namespace Landspeed.Experiments.Load;

/// <summary>What one worker counted of a part of its requests: those that read, that write, or have one size.</summary>
/// <remarks>For use by one thread; counting does not allocate.</remarks>
internal sealed class PartTally
{
    /// <summary>Bytes moved.</summary>
    internal long Bytes { get; private set; }

    /// <summary>From submission to completion.</summary>
    internal LatencyHistogram Latencies { get; } = new();

    /// <summary>From the moment at which a request was due until it was done; empty without a rate.</summary>
    internal LatencyHistogram Response { get; } = new();

    /// <summary>Clears all counts.</summary>
    internal void Clear()
    {
        Bytes = 0;
        Latencies.Clear();
        Response.Clear();
    }

    /// <summary>Counts a completed request.</summary>
    /// <param name="bytes">Bytes that it moved.</param>
    /// <param name="latencyNs">Its latency.</param>
    internal void Count(long bytes, long latencyNs)
    {
        Bytes += bytes;
        Latencies.Record(latencyNs);
    }

    /// <summary>Adds the counts of another worker.</summary>
    internal void Merge(PartTally other)
    {
        Bytes += other.Bytes;
        Latencies.Merge(other.Latencies);
        Response.Merge(other.Response);
    }

    /// <summary>Returns it for a result.</summary>
    /// <param name="due">What was due, or null unless reads and writes have separate rates.</param>
    internal RequestPartRecord ToRecord(DueTally? due = null) =>
        new(Bytes, Latencies.Count, Latencies.ToRecord(), Response.ToRecord()) { Offered = due?.Offered };
}
