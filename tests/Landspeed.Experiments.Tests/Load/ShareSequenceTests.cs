using Landspeed.Experiments.Load;

namespace Landspeed.Experiments.Tests.Load;

public class ShareSequenceTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(50)]
    [InlineData(70)]
    [InlineData(99)]
    public void Of_each_100_requests_exactly_the_share_reads(int readPct)
    {
        var mix = new ShareSequence([readPct, 100 - readPct], seed: 7);
        for (int round = 0; round < 1000; round++)
        {
            Assert.Equal(readPct, Enumerable.Range(0, 100).Count(_ => mix.Next() == 0));
        }
    }

    [Fact]
    public void Of_each_100_requests_each_of_several_kinds_has_its_share()
    {
        int[] shares = [1, 60, 0, 29, 10];
        var sequence = new ShareSequence(shares, seed: 7);
        for (int round = 0; round < 1000; round++)
        {
            int[] drawn = new int[shares.Length];
            for (int request = 0; request < 100; request++)
            {
                drawn[sequence.Next()]++;
            }

            Assert.Equal(shares, drawn);
        }
    }

    [Fact]
    public void A_new_hundred_has_its_shares_wherever_the_last_one_ended()
    {
        var sequence = new ShareSequence([30, 70], seed: 7);
        for (int requests = 1; requests < 100; requests++)
        {
            for (int request = 0; request < requests; request++)
            {
                sequence.Next();
            }

            sequence.BeginRound();
            Assert.Equal(30, Enumerable.Range(0, 100).Count(_ => sequence.Next() == 0));
        }
    }

    [Fact]
    public void A_sequence_can_begin_with_any_hundred()
    {
        var all = new ShareSequence([30, 70], seed: 7);
        int[] drawn = [.. Enumerable.Range(0, 1000).Select(_ => all.Next())];
        var last = new ShareSequence([30, 70], seed: 7, round: 9);

        Assert.Equal(drawn[900..], Enumerable.Range(0, 100).Select(_ => last.Next()));
        Assert.Equal(10, all.NextRound);
    }

    [Theory]
    [InlineData(50, 49)]
    [InlineData(101, -1)]
    public void Shares_that_do_not_add_up_to_100_are_refused(int first, int second) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new ShareSequence([first, second], seed: 1));

    [Fact]
    public void Each_place_in_the_round_reads_with_the_same_chance()
    {
        const int Rounds = 10_000;
        int[] reads = new int[100];
        var mix = new ShareSequence([70, 30], seed: 2004);
        for (int round = 0; round < Rounds; round++)
        {
            for (int place = 0; place < 100; place++)
            {
                reads[place] += mix.Next() == 0 ? 1 : 0;
            }
        }

        // The standard deviation is 46: five of them, once in 17,000 seeds for one of 100 places; this seed is fixed.
        Assert.All(reads, count => Assert.InRange(count, 7000 - 230, 7000 + 230));
    }

    [Fact]
    public void The_same_seed_gives_the_same_sequence()
    {
        int[] Draw(ulong seed)
        {
            var mix = new ShareSequence([50, 50], seed);
            return [.. Enumerable.Range(0, 1000).Select(_ => mix.Next())];
        }

        Assert.Equal(Draw(1), Draw(1));
        Assert.NotEqual(Draw(1), Draw(2));
    }
}
