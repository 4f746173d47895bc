using Landspeed.Experiments.Load;

namespace Landspeed.Experiments.Tests.Load;

public class SizeSequenceTests
{
    [Fact]
    public void A_limit_of_bytes_allows_as_many_requests_as_fit()
    {
        SizeShares sizes = SizeShares.Of([new SizeShare(1, 10), new SizeShare(7, 60), new SizeShare(100, 30)])!;
        var sequence = new SizeSequence(sizes, seed: 11);
        for (int limit = 100; limit < 20_000; limit += 37)
        {
            long moved = 0;
            for (long requests = sequence.BeginWithin(limit); requests > 0; requests--)
            {
                moved += sequence.Next();
            }

            Assert.InRange(moved, limit - 99, limit);
            Assert.True(moved + sequence.Next() > limit, $"{limit}: one more would have fitted");
        }
    }

    [Fact]
    public void No_limit_is_more_requests_than_any_run_makes()
    {
        var sequence = new SizeSequence(SizeShares.Of([new SizeShare(1, 99), new SizeShare(2, 1)])!, seed: 1);
        Assert.InRange(sequence.BeginWithin(long.MaxValue), long.MaxValue / 2, long.MaxValue);
    }
}
