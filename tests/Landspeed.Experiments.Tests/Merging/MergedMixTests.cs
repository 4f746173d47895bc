using Landspeed.Experiments.Load;
using Landspeed.Experiments.Merging;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Merging;

public class MergedMixTests
{
    [Fact]
    public void The_directions_of_all_ranks_are_added()
    {
        MixRecord sum = MergedMix.Of([Part(reads: 3, writes: 1), Part(reads: 5, writes: 7)])!;

        Assert.Equal((8 * 4096, 8), (sum.Reads.Bytes, sum.Reads.Requests));
        Assert.Equal((8 * 4096, 8), (sum.Writes.Bytes, sum.Writes.Requests));
        Assert.Equal(8, sum.Reads.Latency!.Count);
        Assert.Equal((100, 200), (sum.Reads.Latency.MaxNs, sum.Writes.Latency!.MaxNs));
        Assert.Null(sum.Writes.Response);
    }

    [Fact]
    public void A_rank_without_a_mix_leaves_none() => Assert.Null(MergedMix.Of([Part(reads: 1, writes: 1), null]));

    private static MixRecord Part(int reads, int writes)
    {
        var tally = new MixTally();
        for (int request = 0; request < reads + writes; request++)
        {
            bool isWrite = request >= reads;
            tally.Of(isWrite).Count(4096, isWrite ? 200 : 100);
        }

        return tally.ToRecord();
    }
}
