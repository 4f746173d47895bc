using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Tests.Statistics;

public class LatencyScaleTests
{
    [Theory]
    [InlineData(0, 0)]
    [InlineData(1, 1)]
    [InlineData(127, 127)]
    [InlineData(128, 128)]
    [InlineData(255, 255)]
    [InlineData(256, 256)]
    [InlineData(257, 256)]
    [InlineData(258, 257)]
    [InlineData(999, 505)]
    [InlineData(1000, 506)]
    [InlineData(1003, 506)]
    [InlineData(1004, 507)]
    [InlineData(LatencyScale.LargestNs, LatencyScale.BinCount - 1)]
    public void A_latency_has_its_bin(long ns, int index) => Assert.Equal(index, LatencyScale.IndexOf(ns));

    [Fact]
    public void Bins_follow_each_other_without_gap_and_are_narrow()
    {
        for (int index = 1; index < LatencyScale.BinCount; index++)
        {
            long from = LatencyScale.UpToNs(index - 1) + 1;
            long upTo = LatencyScale.UpToNs(index);

            Assert.Equal(index - 1, LatencyScale.IndexOf(from - 1));
            Assert.Equal(index, LatencyScale.IndexOf(from));
            Assert.Equal(index, LatencyScale.IndexOf(upTo));
            Assert.True(upTo - from <= from * 0.01, $"bin {index} from {from} up to {upTo} is wider than 1 %");
        }
    }
}
