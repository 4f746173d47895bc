using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Tests.Statistics;

public sealed class ModesTests
{
    [Fact]
    public void Runs_on_two_levels_have_two_modes_and_others_one()
    {
        var random = new Random(19);

        Assert.Equal(2, Modes.Of(Samples.Bimodal(random, 60, 0.03)));
        Assert.Equal(1, Modes.Of(Samples.Normal(random, 40, 0.02)));
    }

    [Fact]
    public void Few_runs_and_equal_ones_have_one()
    {
        Assert.Equal(1, Modes.Of([1, 1, 1, 2, 2, 2]));
        Assert.Equal(1, Modes.Of([.. Enumerable.Repeat(7.0, 40)]));
    }
}
