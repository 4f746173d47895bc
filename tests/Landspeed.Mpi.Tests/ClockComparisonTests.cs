namespace Landspeed.Mpi.Tests;

public class ClockComparisonTests
{
    [Theory]
    [InlineData(5_000_000)]
    [InlineData(0)]
    [InlineData(-7_000_000_000_000)]
    public void The_offset_is_wrong_by_the_error_at_most_however_the_ways_differ(long ahead)
    {
        var random = new Random(7);
        var comparison = new ClockComparison();
        for (int message = 0; message < 200; message++)
        {
            long asked = message * 1_000_000L;
            long there = random.NextInt64(1, 300_000);
            long back = random.NextInt64(1, 300_000);

            comparison.Add(asked, asked + there + ahead, asked + there + back);

            Assert.InRange(comparison.Offset, ahead - comparison.Error, ahead + comparison.Error);
        }

        Assert.InRange(comparison.Error, 1, 100_000);
    }

    [Fact]
    public void The_shortest_way_counts()
    {
        var comparison = new ClockComparison();
        comparison.Add(0, 1000, 900);
        comparison.Add(1000, 1505, 1011);
        comparison.Add(2000, 9000, 2400);

        Assert.Equal((500, 6), (comparison.Offset, comparison.Error));
    }

    [Fact]
    public void Without_a_message_nothing_is_known() => Assert.Equal(long.MaxValue, new ClockComparison().Error);
}
