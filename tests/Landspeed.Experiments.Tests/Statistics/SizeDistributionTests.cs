using Landspeed.Experiments.Statistics;
using Landspeed.Results.Extents;

namespace Landspeed.Experiments.Tests.Statistics;

public class SizeDistributionTests
{
    [Fact]
    public void Nothing_has_no_median() => Assert.Equivalent(
        new SizesRecord { Count = 0, Bytes = 0 }, new SizeDistribution().ToRecord(), strict: true);

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(255)]
    [InlineData(4096)]
    [InlineData(12 * 4096)]
    [InlineData(long.MaxValue)]
    public void One_is_its_own_median(long bytes)
    {
        SizesRecord sizes = Of(bytes).ToRecord();

        Assert.Equal((1, bytes, bytes), (sizes.Count, sizes.SmallestBytes, sizes.LargestBytes));
        Assert.Equal(bytes, sizes.MedianBytes);
    }

    [Fact]
    public void Sums_do_not_overflow() => Assert.Equal(long.MaxValue, Of(long.MaxValue, long.MaxValue).ToRecord().Bytes);

    [Fact]
    public void Neighbours_of_powers_of_two_lie_in_their_classes() => Assert.Equal(
        [
            new SizeBinRecord(0, 1, 0), new SizeBinRecord(1, 1, 1), new SizeBinRecord(2048, 1, 4095), new SizeBinRecord(4096, 2, 12287),
            new SizeBinRecord(8192, 1, 8192),
        ],
        Of(8191, 4095, 8192, 4096, 0, 1).ToRecord().Bins);

    [Fact]
    public void The_median_of_random_sizes_is_at_most_a_128th_too_small_also_when_they_are_put_together()
    {
        int seed = Environment.TickCount;
        var random = new Random(seed);
        long[] all = [.. Enumerable.Range(0, 1001).Select(_ => (long)Math.Pow(2, random.NextDouble() * 62))];
        SizeDistribution first = Of(all[..300]);
        SizeDistribution second = Of(all[300..]);
        long exact = all.Order().ElementAt(500);

        long? both = first.MedianWith(second);
        first.Merge(second);

        Assert.Equal(both, first.MedianWith(null));
        Assert.True(both <= exact && both >= exact * 127.0 / 128, FormattableString.Invariant($"seed {seed}: {both} for {exact}"));
        Assert.Equal((all.Min(), all.Max(), 1001), (first.ToRecord().SmallestBytes!.Value, first.ToRecord().LargestBytes!.Value, first.ToRecord().Count));
    }

    [Fact]
    public void What_was_cleared_is_as_new()
    {
        SizeDistribution used = Of(1, 5000, long.MaxValue);
        used.Clear();
        used.Record(7);

        Assert.Equivalent(Of(7).ToRecord(), used.ToRecord(), strict: true);
    }

    private static SizeDistribution Of(params long[] sizes)
    {
        var distribution = new SizeDistribution();
        Array.ForEach(sizes, distribution.Record);
        return distribution;
    }
}
