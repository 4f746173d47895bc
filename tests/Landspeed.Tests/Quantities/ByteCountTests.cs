using System.Numerics;
using FsCheck.Fluent;
using Landspeed.Quantities;

namespace Landspeed.Tests.Quantities;

public class ByteCountTests
{
    [Fact]
    public void A_count_is_never_negative()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => new ByteCount(-1));
        Assert.Equal(0, new ByteCount(0).Bytes);
        Assert.Equal(1, new ByteCount(1).Bytes);
        Assert.Equal(default, ByteCount.Zero);
    }

    [Fact]
    public void Binary_units_are_powers_of_1024()
    {
        Assert.Equal(3_072, ByteCount.KiB(3).Bytes);
        Assert.Equal(3_145_728, ByteCount.MiB(3).Bytes);
        Assert.Equal(3_221_225_472, ByteCount.GiB(3).Bytes);
        Assert.Equal(3_298_534_883_328, ByteCount.TiB(3).Bytes);
    }

    [Theory]
    [InlineData(9_007_199_254_740_991, 10)]
    [InlineData(8_796_093_022_207, 20)]
    [InlineData(8_589_934_591, 30)]
    [InlineData(8_388_607, 40)]
    public void The_largest_count_of_each_unit_fits_and_the_next_one_throws(long count, int shift)
    {
        Func<long, ByteCount> unit = shift switch
        {
            10 => ByteCount.KiB,
            20 => ByteCount.MiB,
            30 => ByteCount.GiB,
            _ => ByteCount.TiB,
        };

        Assert.Equal((BigInteger)(count - 1) << shift, unit(count - 1).Bytes);
        Assert.Equal((BigInteger)count << shift, unit(count).Bytes);
        Assert.Throws<OverflowException>(() => unit(count + 1));
        Assert.Throws<ArgumentOutOfRangeException>(() => unit(-1));
    }

    [Fact]
    public void A_sum_that_does_not_fit_throws()
    {
        ByteCount most = ByteCount.MaxValue;

        Assert.Equal(long.MaxValue - 1, (new ByteCount(long.MaxValue - 2) + new ByteCount(1)).Bytes);
        Assert.Equal(most, new ByteCount(long.MaxValue - 1) + new ByteCount(1));
        Assert.Throws<OverflowException>(() => most + new ByteCount(1));
    }

    [Fact]
    public void A_difference_stops_at_zero()
    {
        var five = new ByteCount(5);

        Assert.Equal(1, (five - new ByteCount(4)).Bytes);
        Assert.Equal(0, (five - five).Bytes);
        OverflowException error = Assert.Throws<OverflowException>(() => five - new ByteCount(6));
        Assert.Contains("5 B less 6 B", error.Message);
    }

    [Fact]
    public void A_product_is_exact_or_throws()
    {
        Assert.Equal(ByteCount.MiB(1), ByteCount.KiB(1) * 1024);
        Assert.Equal(ByteCount.MiB(1), 1024 * ByteCount.KiB(1));
        Assert.Equal(ByteCount.Zero, ByteCount.KiB(1) * 0);
        Assert.Throws<OverflowException>(() => ByteCount.TiB(8_388_607) * 2);
        Assert.Throws<ArgumentOutOfRangeException>(() => ByteCount.KiB(1) * -1);
    }

    [Fact]
    public void Counts_are_ordered_by_their_bytes()
    {
        ByteCount less = ByteCount.KiB(1);
        var more = new ByteCount(1_025);

        Assert.True(less < more && less <= more && more > less && more >= less);
        Assert.True(less <= new ByteCount(1_024) && less >= new ByteCount(1_024));
        Assert.False(less > more || less >= more || more < less || more <= less);
        Assert.Equal([less, more], new[] { more, less }.Order());
    }

    [Theory]
    [InlineData(0, 0, 0)]
    [InlineData(1, 0, 4096)]
    [InlineData(4095, 0, 4096)]
    [InlineData(4096, 4096, 4096)]
    [InlineData(4097, 4096, 8192)]
    public void Aligning_goes_to_the_multiple_below_or_above(long bytes, long below, long above)
    {
        ByteCount page = ByteCount.KiB(4);

        Assert.Equal(below, new ByteCount(bytes).AlignDown(page).Bytes);
        Assert.Equal(above, new ByteCount(bytes).AlignUp(page).Bytes);
        Assert.Equal(below == bytes, new ByteCount(bytes).IsAlignedTo(page));
    }

    [Theory]
    [InlineData(0, 0, 0)]
    [InlineData(6, 0, 1)]
    [InlineData(7, 1, 1)]
    [InlineData(8, 1, 2)]
    public void Dividing_says_which_way_it_rounds(long bytes, long down, long up)
    {
        var seven = new ByteCount(7);

        Assert.Equal(down, new ByteCount(bytes).DivideRoundingDown(seven));
        Assert.Equal(up, new ByteCount(bytes).DivideRoundingUp(seven));
    }

    [Fact]
    public void Aligning_at_the_upper_limit_is_exact_or_throws()
    {
        Assert.Equal(long.MaxValue, ByteCount.MaxValue.AlignUp(new ByteCount(1)).Bytes);
        Assert.Equal(long.MaxValue, ByteCount.MaxValue.AlignUp(ByteCount.MaxValue).Bytes);
        Assert.Throws<OverflowException>(() => ByteCount.MaxValue.AlignUp(new ByteCount(2)));
        Assert.Throws<ArgumentOutOfRangeException>(() => ByteCount.MaxValue.AlignUp(default));
        Assert.Throws<ArgumentOutOfRangeException>(() => ByteCount.MaxValue.AlignDown(default));
        Assert.Throws<ArgumentOutOfRangeException>(() => ByteCount.MaxValue.DivideRoundingUp(default));
    }

    [Fact]
    public void Alignment_agrees_with_arithmetic_that_cannot_overflow()
    {
        Property.Holds(
            Arb.From(from bytes in Property.Bytes.Generator
                     from part in Property.Bytes.Generator
                     select (Bytes: bytes / 2, Part: Math.Max(1, part / 2))),
            pair =>
            {
                var bytes = new ByteCount(pair.Bytes);
                var part = new ByteCount(pair.Part);
                BigInteger up = ((BigInteger)pair.Bytes + pair.Part - 1) / pair.Part;

                Assert.Equal(up, bytes.DivideRoundingUp(part));
                Assert.Equal(up * pair.Part, bytes.AlignUp(part).Bytes);
                Assert.True(bytes - bytes.AlignDown(part) < part);
                Assert.True(bytes.AlignDown(part).IsAlignedTo(part));
            });
    }
}
