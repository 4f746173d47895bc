using Landspeed.Experiments.Orders;


namespace Landspeed.Experiments.Measuring;

/// <summary>The part of a file that one of several ranks uses, if they share it.</summary>
/// <param name="Index">Number of the rank, from 0.</param>
/// <param name="Count">Number of ranks that share the file, 1 or more.</param>
/// <param name="SegmentSize">0: the file is divided into as many equal ranges as there are workers in all ranks.
/// Otherwise bytes of a segment, a multiple of the request size: the workers take segments in turn (round
/// robin).</param>
public sealed record FilePart(int Index, int Count, long SegmentSize = 0)
{
    /// <summary>The whole file.</summary>
    public static FilePart Whole { get; } = new(0, 1);

    /// <summary>Number of the rank among all, from 0: what it writes differs from what the others write.</summary>
    public int Rank { get; init; } = Index;

    /// <summary>Whether other ranks use other parts.</summary>
    public bool IsShared => Count > 1;

    /// <summary>
    /// Returns how many requests of a pass over the whole file, or of a total number of requests, belong to a worker.
    /// </summary>
    /// <param name="plan">The case.</param>
    /// <param name="requests">Requests of all workers, or null for one pass.</param>
    /// <param name="worker">Zero-based worker of this rank.</param>
    internal long CountOf(MeasurementPlan plan, long? requests, int worker) => requests is { } limit
        ? Partition.Of(limit, Count * plan.Options.Threads, (Index * plan.Options.Threads) + worker).Count
        : LayoutOf(plan.RequestCount, plan.Options, worker).Count;

    /// <summary>Returns where the requests of a worker are.</summary>
    /// <param name="requests">Requests that the file can hold.</param>
    /// <param name="options">The case.</param>
    /// <param name="worker">Zero-based worker of this rank.</param>
    internal RequestLayout LayoutOf(long requests, MeasurementOptions options, int worker)
    {
        int workers = Count * options.Threads;
        int index = (Index * options.Threads) + worker;
        if (SegmentSize == 0)
        {
            (long first, long count) = Partition.Of(requests, workers, index);
            return new RequestLayout(first, count, count, count);
        }

        long segment = SegmentSize / options.RequestSize;
        long round = segment * workers;
        long rest = Math.Clamp((requests % round) - (index * segment), 0, segment);
        return new RequestLayout(index * segment, (requests / round * segment) + rest, segment, round);
    }
}
