using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Tests.Statistics;

public sealed class FalseDiscoveryTests
{
    [Theory]
    [InlineData(new double[0], 0.05)]
    [InlineData(new[] { 0.04 }, 0.05)]
    [InlineData(new[] { 0.9 }, 0.05)]
    [InlineData(new[] { 0.03, 0.04 }, 0.05)] // both within 5 %
    [InlineData(new[] { 0.03, 0.9 }, 0.025)] // one of two would need half of it
    [InlineData(new[] { 0.9, 0.01, 0.9, 0.02 }, 0.025)] // the second smallest of four is within two quarters
    public void The_level_is_the_largest_at_which_one_in_twenty_found_is_chance(double[] chances, double level) =>
        Assert.Equal(level, FalseDiscovery.Level(chances), 1e-12);

    /// <summary>The example of the paper: of 15 chances four are found.</summary>
    [Fact]
    public void The_example_of_the_source_comes_out()
    {
        double[] chances = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1];

        Assert.Equal(4, chances.Count(chance => chance <= FalseDiscovery.Level(chances)));
    }
}
