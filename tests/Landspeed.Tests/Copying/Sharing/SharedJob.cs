using Landspeed.Copying.Sharing;

namespace Landspeed.Tests.Copying.Sharing;

/// <summary>A pool and shares whose questions are carried by hand, with a clock that is set by hand.</summary>
internal sealed class SharedJob
{
    internal SharedJob(int size, int slots = 1, long capacityBytes = 256 << 20)
    {
        Pool = new WorkPool(new PoolRules(size) { CapacityBytes = capacityBytes });
        Shares = [.. Enumerable.Range(0, size).Select(rank => new WorkShare(rank, size, slots))];
    }

    internal WorkPool Pool { get; }

    internal WorkShare[] Shares { get; }

    internal TimeSpan Now { get; set; }

    /// <summary>Gives the only thread of a rank something to do.</summary>
    internal SharedItem Occupy(int rank)
    {
        Shares[rank].Offer(WorkKind.Batch, []);
        return Item(rank);
    }

    /// <summary>A question of one rank, and its answer.</summary>
    internal Waits CheckIn(int rank) => Shares[rank].Answer(Pool.Answer(Shares[rank].Ask(), Now))!.Value;

    /// <summary>Questions of some ranks, in turn.</summary>
    internal void CheckIn(params int[] ranks) => Array.ForEach(ranks, rank => CheckIn(rank));

    /// <summary>Takes an item that must be there.</summary>
    internal SharedItem Item(int rank) => Assert.IsType<SharedWork.Todo>(Shares[rank].TryTake()).Item;

    /// <summary>Takes a result that must be there.</summary>
    internal SharedResult Result(int rank) => Assert.IsType<SharedWork.Came>(Shares[rank].TryTake()).Result;
}
