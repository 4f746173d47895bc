using Landspeed.Experiments.Load;

namespace Landspeed.Experiments.Tests.Load;

public class MixSequenceTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(50)]
    [InlineData(70)]
    [InlineData(99)]
    public void Of_each_100_requests_exactly_the_share_reads(int readPct)
    {
        var mix = new MixSequence(readPct, seed: 7);
        for (int round = 0; round < 1000; round++)
        {
            Assert.Equal(readPct, Enumerable.Range(0, 100).Count(_ => !mix.NextWrites()));
        }
    }

    [Fact]
    public void Each_place_in_the_round_reads_with_the_same_chance()
    {
        const int Rounds = 10_000;
        int[] reads = new int[100];
        var mix = new MixSequence(70, seed: 2004);
        for (int round = 0; round < Rounds; round++)
        {
            for (int place = 0; place < 100; place++)
            {
                reads[place] += mix.NextWrites() ? 0 : 1;
            }
        }

        // The standard deviation is 46: five of them, once in 17,000 seeds for one of 100 places; this seed is fixed.
        Assert.All(reads, count => Assert.InRange(count, 7000 - 230, 7000 + 230));
    }

    [Fact]
    public void The_same_seed_gives_the_same_sequence()
    {
        bool[] Draw(ulong seed)
        {
            var mix = new MixSequence(50, seed);
            return [.. Enumerable.Range(0, 1000).Select(_ => mix.NextWrites())];
        }

        Assert.Equal(Draw(1), Draw(1));
        Assert.NotEqual(Draw(1), Draw(2));
    }
}
