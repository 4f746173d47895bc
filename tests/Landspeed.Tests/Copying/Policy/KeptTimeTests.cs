using Landspeed.Copying.Policy;
using Landspeed.Platform;

namespace Landspeed.Tests.Copying.Policy;

public class KeptTimeTests
{
    [Theory]
    [InlineData(5, 0, 5, 0)]
    [InlineData(4, 123_456_789, 4, 123_456_700)]
    [InlineData(4, 123_456_789, 4, 123_456_000)]
    [InlineData(4, 123_456_789, 4, 123_456_780)]
    [InlineData(4, 123_456_789, 4, 123_450_000)]
    [InlineData(4, 123_456_789, 4, 123_400_000)]
    [InlineData(4, 123_456_789, 4, 123_000_000)]
    [InlineData(4, 123_456_789, 4, 120_000_000)]
    [InlineData(4, 123_456_789, 4, 100_000_000)]
    [InlineData(4, 123_456_789, 4, 0)]
    [InlineData(5, 123_456_789, 4, 0)]
    [InlineData(4, 500_000_000, 5, 0)]
    [InlineData(int.MaxValue + 1L, 5, int.MaxValue, 0)]
    [InlineData(int.MaxValue, 5, int.MaxValue, 0)]
    [InlineData(int.MinValue - 1L, 5, int.MinValue, 0)]
    [InlineData(-1, 5, 0, 0)]
    [InlineData(315_532_799, 5, 315_532_800, 0)]
    [InlineData(uint.MaxValue + 1L, 5, uint.MaxValue, 0)]
    [InlineData(-2_082_844_801, 5, -2_082_844_800, 0)]
    [InlineData(2_212_122_496, 5, 2_212_122_495, 0)]
    [InlineData(-11_644_473_601, 5, -11_644_473_600, 0)]
    [InlineData(0, 5, 315_532_800 - 7_200, 0)]
    [InlineData(5_000_000_000, 5, 4_354_819_198 + 19_800, 0)]
    [InlineData(15_032_385_536, 0, 15_032_385_535, 0)]
    public void A_time_is_the_same_where_a_file_system_keeps_no_more_of_it(
        long seconds, int nanoseconds, long keptSeconds, int keptNanoseconds) =>
        Assert.True(KeptTime.IsSame(new FileTime(seconds, nanoseconds), new FileTime(keptSeconds, keptNanoseconds)));

    [Theory]
    [InlineData(4, 123_456_789, 4, 123_456_788)]
    [InlineData(4, 0, 4, 1)]
    [InlineData(6, 5, 4, 0)]
    [InlineData(4, 499_999_999, 5, 0)]
    [InlineData(4, 500_000_000, 5, 1)]
    [InlineData(4, 500_000_000, 6, 0)]
    [InlineData(int.MaxValue - 1L, 0, int.MaxValue, 0)]
    [InlineData(int.MaxValue + 1L, 5, int.MaxValue, 1)]
    [InlineData(int.MinValue, 0, int.MinValue - 1L, 0)]
    [InlineData(int.MaxValue + 1L, 5, int.MaxValue - 1L, 0)]
    [InlineData(2, 0, 1, 0)]
    [InlineData(4, 123_456_789, 4, 123_456_000 - 1_000)]
    [InlineData(0, 5, 315_532_800 - 7_201, 0)]
    [InlineData(0, 5, 315_532_800 - 72_000, 0)]
    public void A_time_differs_that_no_file_system_makes_of_it(
        long seconds, int nanoseconds, long keptSeconds, int keptNanoseconds) =>
        Assert.False(KeptTime.IsSame(new FileTime(seconds, nanoseconds), new FileTime(keptSeconds, keptNanoseconds)));
}
