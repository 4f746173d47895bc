using Landspeed.Experiments.Judging;

namespace Landspeed.Experiments.Tests.Judging;

public class ForeignShareTests
{
    [Theory]
    [InlineData(74, 1000, "7.4 % of ours")]
    [InlineData(1999, 1000, "199.9 % of ours")]
    [InlineData(2000, 1000, "200.0 % of ours")]
    [InlineData(2100, 1000, "2.1 times ours")]
    [InlineData(123_450, 1000, "123 times ours")]
    [InlineData(5_000_000, 1000, "5,000 times ours")]
    [InlineData(5, 0, "none of it ours")]
    public void What_others_moved_prints_in_percent_up_to_twice_ours_and_then_as_a_factor(
        long foreign, long ours, string words) => Assert.Equal(words, ForeignShare.Of(foreign, ours));
}
