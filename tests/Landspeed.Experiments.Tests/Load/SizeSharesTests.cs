using Landspeed.Experiments.Load;

namespace Landspeed.Experiments.Tests.Load;

public class SizeSharesTests
{
    [Fact]
    public void The_smallest_comes_first_and_the_mean_counts_the_shares()
    {
        SizeShares sizes = SizeShares.Of([new SizeShare(65536, 40), new SizeShare(4096, 60)])!;

        Assert.Equal("4KiB:60,64KiB:40", sizes.ToString());
        Assert.Equal((65536, 4096, 28672.0), (sizes.Largest, sizes.Grain, sizes.Mean));
        Assert.Equal(sizes, SizeShares.Of([new SizeShare(4096, 60), new SizeShare(65536, 40)]));
        Assert.NotEqual(sizes, SizeShares.Of([new SizeShare(4096, 50), new SizeShare(65536, 50)]));
    }

    [Theory]
    [InlineData(4096, 6144, 2048)]
    [InlineData(1000, 4096, 8)]
    [InlineData(7, 13, 1)]
    public void Requests_begin_at_multiples_of_what_divides_each_size(long one, long other, long grain) =>
        Assert.Equal(grain, SizeShares.Of([new SizeShare(one, 1), new SizeShare(other, 99)])!.Grain);

    [Theory]
    [InlineData("4096:100")]
    [InlineData("4096:50,8192:49")]
    [InlineData("4096:50,8192:51")]
    [InlineData("4096:50,4096:50")]
    [InlineData("4096:0,8192:100")]
    [InlineData("4096:-1,8192:101")]
    [InlineData("0:50,4096:50")]
    [InlineData("4096:50,2147479553:50")]
    public void Sizes_that_are_not_several_with_shares_of_100_are_none(string sizes) => Assert.Null(
        SizeShares.Of(sizes.Split(',').Select(one => one.Split(':')).Select(one => new SizeShare(
            long.Parse(one[0], System.Globalization.CultureInfo.InvariantCulture),
            int.Parse(one[1], System.Globalization.CultureInfo.InvariantCulture)))));

    [Fact]
    public void More_than_16_sizes_are_none()
    {
        Assert.Null(Of(17));
        Assert.NotNull(Of(16));

        static SizeShares? Of(int sizes) => SizeShares.Of(
            Enumerable.Range(1, sizes).Select(size => new SizeShare(size, size == sizes ? 101 - sizes : 1)));
    }
}
