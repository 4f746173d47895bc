using Landspeed.Platform;

namespace Landspeed.Tests.Platform;

public class FileTimeTests
{
    [Theory]
    [InlineData(0, 0, 0)]
    [InlineData(1, 0, 100)]
    [InlineData(10_000_000, 1, 0)]
    [InlineData(-1, -1, 999_999_900)]
    [InlineData(-10_000_000, -1, 0)]
    [InlineData(-10_000_001, -2, 999_999_900)]
    public void A_moment_of_dotnet_is_the_same_moment_before_and_after_1970(long ticks, long seconds, int nanoseconds)
    {
        DateTimeOffset moment = DateTimeOffset.UnixEpoch.AddTicks(ticks).ToOffset(TimeSpan.FromHours(2));

        Assert.Equal(new FileTime(seconds, nanoseconds), FileTime.Of(moment));
    }

    [Fact]
    public void Earlier_is_less_whichever_part_tells()
    {
        FileTime[] ordered =
        [
            new(long.MinValue, 0), new(-2, 999_999_999), new(-1, 0), new(-1, 1), new(0, 0), new(0, 999_999_999), new(1, 0),
            new(long.MaxValue, 999_999_999),
        ];
        for (int one = 0; one < ordered.Length; one++)
        {
            for (int other = 0; other < ordered.Length; other++)
            {
                Assert.Equal(Math.Sign(one - other), Math.Sign(ordered[one].CompareTo(ordered[other])));
                Assert.Equal(one < other, ordered[one] < ordered[other]);
                Assert.Equal(one > other, ordered[one] > ordered[other]);
                Assert.Equal(one <= other, ordered[one] <= ordered[other]);
                Assert.Equal(one >= other, ordered[one] >= ordered[other]);
            }
        }
    }

    [Fact]
    public void Text_is_seconds_with_nine_decimals() =>
        Assert.Equal("1795328007.000000123", new FileTime(1_795_328_007, 123).ToString());
}
