using Landspeed.Experiments.Measuring;

namespace Landspeed.Experiments.Tests.Measuring;

public class PartitionTests
{
    [Theory]
    [InlineData(10, 4)]
    [InlineData(4, 4)]
    [InlineData(1, 1)]
    [InlineData(1_000_003, 256)]
    public void The_parts_follow_each_other_and_cover_everything(long total, int parts)
    {
        long next = 0;
        for (int index = 0; index < parts; index++)
        {
            (long first, long count) = Partition.Of(total, parts, index);
            Assert.Equal(next, first);
            Assert.InRange(count, total / parts, (total / parts) + 1);
            next += count;
        }

        Assert.Equal(total, next);
    }
}
