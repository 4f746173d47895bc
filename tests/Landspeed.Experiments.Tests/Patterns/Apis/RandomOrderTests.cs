using Landspeed.Experiments.Patterns.Apis;

namespace Landspeed.Experiments.Tests.Patterns.Apis;

public sealed class RandomOrderTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(63)]
    [InlineData(64)]
    [InlineData(65)]
    [InlineData(100_000)]
    public void Half_of_the_ordinals_come_each_once(long bound)
    {
        foreach (ulong seed in new ulong[] { 0, 1, ulong.MaxValue })
        {
            var order = new RandomOrder(bound, seed);
            long count = RandomOrder.CountOf(bound);
            long[] taken = [.. Enumerable.Range(0, (int)count).Select(_ => order.Next())];

            Assert.Equal(Math.Max(1, bound / 2), count);
            Assert.Equal(count, taken.Distinct().Count());
            Assert.All(taken, ordinal => Assert.InRange(ordinal, 0, bound - 1));
        }
    }

    [Fact]
    public void The_order_is_no_sequence_and_covers_all_parts()
    {
        var order = new RandomOrder(65_536, seed: 7);
        long[] taken = [.. Enumerable.Range(0, 32_768).Select(_ => order.Next())];

        int neighbours = taken.Zip(taken.Skip(1)).Count(pair => Math.Abs(pair.First - pair.Second) <= 1);
        int[] eighths = [.. taken.GroupBy(ordinal => ordinal / 8192).Select(part => part.Count())];

        Assert.InRange(neighbours, 0, 20); // two are expected by chance
        Assert.Equal(8, eighths.Length);
        Assert.All(eighths, count => Assert.InRange(count, 3700, 4500));
    }

    [Fact]
    public void Another_seed_gives_another_order()
    {
        var one = new RandomOrder(1000, 1);
        var other = new RandomOrder(1000, 2);
        Assert.NotEqual(
            Enumerable.Range(0, 100).Select(_ => one.Next()).ToArray(), Enumerable.Range(0, 100).Select(_ => other.Next()).ToArray());
    }
}
