using Landspeed.Experiments.Hints;

namespace Landspeed.Experiments.Tests.Hints;

public class HintRangesTests
{
    private static readonly HintOptions s_options = new() { Directory = FilePath.FromText("."), Seed = 1 };

    [Fact]
    public void By_default_two_reads_of_5000_bytes_at_the_start() =>
        Assert.Equal([(0, 5000), (5000, 5000)], Ranges(s_options));

    [Theory]
    [InlineData(9, 3, 3)]
    [InlineData(10, 3, 2)]
    [InlineData(11, 3, 3)]
    public void The_last_read_gets_what_is_left(long bytes, int reads, int last)
    {
        (long Offset, int Length)[] ranges = Ranges(s_options with { Bytes = bytes, Reads = reads });

        Assert.Equal(reads, ranges.Length);
        Assert.Equal(last, ranges[^1].Length);
        Assert.Equal(bytes, ranges.Sum(range => range.Length));
    }

    [Fact]
    public void A_whole_file_is_read_once_without_gap_or_overlap()
    {
        HintOptions whole = s_options with { Pattern = AccessPattern.Whole, FileSize = 100_001, Bytes = 5000, Reads = 1 };

        long next = 0;
        foreach ((long offset, int length) in Ranges(whole))
        {
            Assert.Equal(next, offset);
            next += length;
        }

        Assert.Equal(100_001, next);
    }

    [Theory]
    [InlineData(1L << 20, 10_000, 4)]
    [InlineData(10_000, 10_000, 4)]
    [InlineData(10_001, 10_000, 3)]
    [InlineData(long.MaxValue / 1_000_000, 1000, 10)]
    public void Spread_reads_stay_within_the_file_in_order_without_overlap(long size, long bytes, int reads)
    {
        (long Offset, int Length)[] ranges =
            Ranges(s_options with { Pattern = AccessPattern.Stride, FileSize = size, Bytes = bytes, Reads = reads });

        Assert.Equal(0, ranges[0].Offset);
        Assert.All(ranges.Zip(ranges.Skip(1)), pair => Assert.True(pair.First.Offset + pair.First.Length <= pair.Second.Offset));
        Assert.True(ranges[^1].Offset + ranges[^1].Length <= size);
        Assert.True(ranges[^1].Offset >= size / reads * (reads - 1) * 9 / 10);
    }

    [Theory]
    [InlineData(0, 0, 0)]
    [InlineData(1, 1, 1)]
    [InlineData(9_999, 2, 9_999)]
    [InlineData(10_001, 2, 10_000)]
    public void Of_a_file_that_is_shorter_all_is_used(long length, int reads, long bytes)
    {
        HintRanges ranges = HintRanges.Of(s_options, length);

        Assert.Equal((reads, bytes), (ranges.Count, ranges.Bytes));
    }

    private static (long Offset, int Length)[] Ranges(HintOptions options)
    {
        HintRanges ranges = HintRanges.Of(options, options.FileSize);
        return [.. Enumerable.Range(0, (int)ranges.Count).Select(index => ranges[index])];
    }
}
