using Landspeed.Experiments.Orders;

namespace Landspeed.Experiments.Tests.Orders;

public class StrideSequenceTests
{
    [Fact]
    public void Each_pass_begins_one_request_later_until_every_place_was_used() => Assert.Equal(
        [0, 3, 6, 9, 1, 4, 7, 2, 5, 8, 0, 3], Take(new StrideSequence(10, 3), 12));

    [Theory]
    [InlineData(1, 1)]
    [InlineData(1, 5)]
    [InlineData(7, 1)]
    [InlineData(7, 6)]
    [InlineData(7, 7)]
    [InlineData(7, 1000)]
    [InlineData(1000, 16)]
    [InlineData(1000, long.MaxValue)]
    public void As_many_requests_as_there_are_places_use_each_once(int count, long step)
    {
        var sequence = new StrideSequence(count, step);
        for (int round = 0; round < 3; round++)
        {
            Assert.Equal(Enumerable.Range(0, count).Select(place => (long)place), Take(sequence, count).Order());
        }
    }

    [Fact]
    public void In_reverse_the_last_place_comes_first()
    {
        Assert.Equal([3, 2, 1, 0, 3], Take(new ReversedSequence(new OffsetSequence(4, 0, 1), 4), 5));
        Assert.Equal([9, 6, 3, 0, 8], Take(new ReversedSequence(new StrideSequence(10, 3), 10), 5));
    }

    [Fact]
    public void Longer_requests_in_reverse_follow_each_other_and_the_last_of_a_pass_begins_with_the_part()
    {
        var sequence = new ReversedSequence(new OffsetSequence(10, 0, 1), 10);
        Assert.Equal([6, 5, 3, 0, 9], new long[] { 4, 1, 2, 4, 1 }.Select(sequence.Next));
    }

    private static long[] Take(IOffsetSequence sequence, int count) =>
        [.. Enumerable.Range(0, count).Select(_ => sequence.Next(1))];
}
