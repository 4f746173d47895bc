using Landspeed.Experiments.Orders;

namespace Landspeed.Experiments.Tests.Orders;

public class OffsetSequenceTests
{
    [Fact]
    public void Distance_0_goes_through_the_part_in_order_and_starts_again()
    {
        var sequence = new OffsetSequence(3, 0, 1);
        Assert.Equal([0, 1, 2, 0, 1], Enumerable.Range(0, 5).Select(_ => sequence.Next()));
    }

    [Fact]
    public void Longer_requests_in_order_follow_each_other_and_the_last_of_a_pass_ends_with_the_part()
    {
        var sequence = new OffsetSequence(10, 0, 1);
        Assert.Equal([0, 4, 5, 6, 0, 1], new long[] { 4, 1, 2, 4, 1, 4 }.Select(sequence.Next));
    }

    [Fact]
    public void Longer_requests_anywhere_begin_at_each_place_with_the_same_chance()
    {
        const int Draws = 51_000;
        var sequence = new OffsetSequence(100, 100, 2004);
        int[] hits = new int[51];
        for (int draw = 0; draw < Draws; draw++)
        {
            hits[sequence.Next(50)]++;
        }

        // Chi-square with 50 degrees of freedom: above 100 once in 30,000 seeds; this seed is fixed.
        Assert.InRange(hits.Sum(hit => (hit - 1000.0) * (hit - 1000) / 1000), 20, 100);
    }

    [Fact]
    public void Longer_requests_within_a_distance_do_not_pile_up_at_an_end()
    {
        const int Draws = 51_000;
        var sequence = new OffsetSequence(100, 10, 2004);
        int[] hits = new int[51];
        for (int draw = 0; draw < Draws; draw++)
        {
            hits[sequence.Next(50)]++;
        }

        Assert.All(hits, hit => Assert.InRange(hit, 800, 1200)); // 1,000 ± 31
    }

    [Fact]
    public void Longer_requests_at_random_lie_inside_the_part()
    {
        foreach (double distance in new[] { 0.001, 1, 50, 100 })
        {
            var sequence = new OffsetSequence(100, distance, 7);
            Assert.All(
                Enumerable.Range(0, 10_000).Select(draw => (draw % 100) + 1L),
                length => Assert.InRange(sequence.Next(length), 0, 100 - length));
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(1000)]
    public void Every_ordinal_lies_inside_the_part(long count)
    {
        foreach (double distance in new[] { 0, 0.001, 1, 50, 99.9, 100 })
        {
            var sequence = new OffsetSequence(count, distance, 7);
            Assert.All(Enumerable.Range(0, 10_000), _ => Assert.InRange(sequence.Next(), 0, count - 1));
        }
    }

    [Fact]
    public void Distance_100_goes_anywhere_with_the_same_chance()
    {
        const int Cells = 100;
        const int Draws = 100_000;
        var sequence = new OffsetSequence(Cells, 100, 2004);
        int[] hits = new int[Cells];
        for (int draw = 0; draw < Draws; draw++)
        {
            hits[sequence.Next()]++;
        }

        // Chi-square with 99 degrees of freedom: above 160 once in 10,000 seeds; this seed is fixed.
        double expected = (double)Draws / Cells;
        Assert.InRange(hits.Sum(hit => (hit - expected) * (hit - expected) / expected), 50, 160);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(10)]
    [InlineData(50)]
    public void A_distance_bounds_how_far_the_next_request_lies(double distance)
    {
        const long Count = 10_000;
        var sequence = new OffsetSequence(Count, distance, 3);
        long last = sequence.Next();
        for (int draw = 0; draw < 10_000; draw++)
        {
            long next = sequence.Next();
            long step = Math.Abs(next - (last + 1));
            Assert.InRange(Math.Min(step, Count - step), 0, (long)(Count * distance / 200) + 1);
            last = next;
        }
    }

    [Fact]
    public void The_same_seed_gives_the_same_sequence_and_another_seed_another()
    {
        long[] Draw(ulong seed)
        {
            var sequence = new OffsetSequence(1 << 20, 100, seed);
            return [.. Enumerable.Range(0, 20).Select(_ => sequence.Next())];
        }

        Assert.Equal(Draw(1), Draw(1));
        Assert.NotEqual(Draw(1), Draw(2));
    }
}
