using FsCheck.Fluent;
using Landspeed.Quantities;

namespace Landspeed.Tests.Quantities;

public class ByteRangeTests
{
    [Fact]
    public void The_end_is_the_byte_after_the_last()
    {
        var range = new ByteRange(4096, 4096);

        Assert.Equal(8192, range.End);
        Assert.Equal(range, ByteRange.FromBounds(4096, 8192));
        Assert.Equal("[4096, 8192)", range.ToString());
        Assert.False(range.IsEmpty);
        Assert.True(default(ByteRange).IsEmpty);
    }

    [Theory]
    [InlineData(9, false)]
    [InlineData(10, true)]
    [InlineData(11, true)]
    [InlineData(18, true)]
    [InlineData(19, true)]
    [InlineData(20, false)]
    [InlineData(-1, false)]
    public void A_range_holds_its_offset_and_not_its_end(long offset, bool inside) =>
        Assert.Equal(inside, new ByteRange(10, 10).Contains(offset));

    [Theory]
    [InlineData(10, 20, true)]
    [InlineData(11, 19, true)]
    [InlineData(9, 20, false)]
    [InlineData(10, 21, false)]
    [InlineData(20, 20, true)]
    [InlineData(21, 21, false)]
    public void A_range_holds_another_when_it_holds_all_of_it(long offset, long end, bool inside) =>
        Assert.Equal(inside, new ByteRange(10, 10).Contains(ByteRange.FromBounds(offset, end)));

    [Fact]
    public void Ranges_that_cannot_be_are_refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => new ByteRange(-1, 0));
        Assert.Throws<ArgumentOutOfRangeException>(() => new ByteRange(0, -1));
        Assert.Throws<ArgumentOutOfRangeException>(() => ByteRange.FromBounds(-1, 1));
        Assert.Throws<ArgumentOutOfRangeException>(() => ByteRange.FromBounds(2, 1));
        Assert.Equal(long.MaxValue - 1, new ByteRange(long.MaxValue - 2, 1).End);
        Assert.Equal(long.MaxValue, new ByteRange(long.MaxValue - 1, 1).End);
        Assert.Throws<ArgumentOutOfRangeException>(() => new ByteRange(long.MaxValue, 1));
    }

    [Theory]
    [InlineData(0, 10, 5, 15, 5, 10)]
    [InlineData(0, 10, 9, 15, 9, 10)]
    [InlineData(0, 10, 10, 15, 10, 10)]
    [InlineData(0, 10, 11, 15, 11, 11)]
    [InlineData(0, 10, 2, 3, 2, 3)]
    [InlineData(3, 3, 0, 10, 3, 3)]
    public void The_intersection_is_what_both_hold(long a, long b, long c, long d, long offset, long end)
    {
        var first = ByteRange.FromBounds(a, b);
        var second = ByteRange.FromBounds(c, d);

        Assert.Equal(ByteRange.FromBounds(offset, end), first.Intersect(second));
        Assert.Equal(ByteRange.FromBounds(offset, end), second.Intersect(first));
    }

    [Fact]
    public void A_byte_lies_in_the_intersection_exactly_when_it_lies_in_both()
    {
        var bounds = Gen.Choose(0, 20);
        Property.Holds(
            Arb.From(from a in bounds
                     from b in bounds
                     from c in bounds
                     from d in bounds
                     select (First: new ByteRange(a, b), Second: new ByteRange(c, d))),
            pair =>
            {
                ByteRange both = pair.First.Intersect(pair.Second);
                for (long offset = -1; offset <= 41; offset++)
                {
                    Assert.Equal(
                        pair.First.Contains(offset) && pair.Second.Contains(offset), both.Contains(offset));
                }
            });
    }
}
