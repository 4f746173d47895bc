using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Statistics;
using Landspeed.Experiments.Tests.Statistics;

namespace Landspeed.Experiments.Tests.Judging;

public sealed class DifferenceOfRunsTests
{
    private const int Trials = 4_000;
    private const int Seed = 19;

    [Theory]
    [InlineData(DifferenceKind.Less, new double[] { 50, 51, 52, 53 }, new double[] { 100, 101, 102, 103 })]
    [InlineData(DifferenceKind.More, new double[] { 100, 101, 102, 103 }, new double[] { 50, 51, 52, 53 })]
    [InlineData(DifferenceKind.Equal, new double[] { 100, 101, 102, 102, 103 }, new double[] { 100, 100, 101, 102, 103 })]
    [InlineData(
        DifferenceKind.Inconclusive, new double[] { 80, 90, 100, 110, 120 }, new double[] { 85, 95, 105, 115, 125 })]
    [InlineData(DifferenceKind.Inconclusive, new double[] { 50, 51, 52 }, new double[] { 100, 101, 102 })] // three runs do not tell twice as much
    [InlineData(DifferenceKind.Inconclusive, new double[] { 50 }, new double[] { 100 })]
    [InlineData(DifferenceKind.Less, new double[] { 10 }, new double[] { 100 })] // no noise explains ten times
    [InlineData(DifferenceKind.Inconclusive, new double[] { 11 }, new double[] { 100 })]
    [InlineData(DifferenceKind.Inconclusive, new double[] { 0 }, new double[] { 100 })] // nothing is no tenth of anything
    [InlineData(DifferenceKind.Equal, new double[] { 0 }, new double[] { 0 })]
    [InlineData(DifferenceKind.Equal, new double[] { 104, 104, 104, 104, 104 }, new double[] { 100, 100, 100, 100, 100 })] // sure, and within 5 %
    [InlineData(DifferenceKind.More, new double[] { 106, 106, 106, 106, 106 }, new double[] { 100, 100, 100, 100, 100 })]
    [InlineData(DifferenceKind.Inconclusive, new double[] { 101, 102, 103, 104, 109 }, new double[] { 98, 99, 100, 100, 100 })] // sure to be more, not whether by 5 %
    public void Runs_differ_only_beyond_chance_and_band(object kind, double[] one, double[] other) =>
        Assert.Equal(kind, Of(one, other).Kind);

    [Fact]
    public void Two_steady_runs_each_that_lie_apart_as_the_band_is_wide_need_five() =>
        Assert.Equal(
            (DifferenceKind.Inconclusive, 5),
            (Of([105, 105], [100, 100]).Kind, Of([105, 105], [100, 100]).RunsToDecide));

    [Fact]
    public void Among_many_a_difference_must_be_surer_or_the_runs_far_apart()
    {
        double[] baseline = [100, 102, 104, 106, 108];

        Assert.Equal(DifferenceKind.Less, Of([88, 90, 92, 94, 96], baseline).Kind);
        Assert.Equal(DifferenceKind.Inconclusive, Of([88, 90, 92, 94, 96], baseline, 0.001).Kind);
        Assert.Equal(DifferenceKind.Less, Of([70, 72, 74, 76, 78], baseline, 0.001).Kind);
    }

    [Theory]
    [InlineData(4)]
    [InlineData(8)]
    [InlineData(20)]
    public void The_same_is_called_different_in_less_than_one_of_twenty(int runs)
    {
        foreach (Func<Random, double[]> sample in new Func<Random, double[]>[]
        {
            random => Samples.Normal(random, runs, 0.03), random => Samples.Normal(random, runs, 0.1),
            random => Samples.LogNormal(random, runs, 0.3), random => Samples.Bimodal(random, runs, 0.03),
        })
        {
            Assert.InRange(Share(random => Of(sample(random), sample(random)).Kind is DifferenceKind.More or DifferenceKind.Less), 0, 0.057);
        }
    }

    [Fact]
    public void What_differs_by_more_than_the_band_is_called_equal_in_less_than_one_of_twenty() => Assert.InRange(
        Share(random => Of(Samples.LogNormal(random, 8, 0.03, 1.051), Samples.LogNormal(random, 8, 0.03)).Kind == DifferenceKind.Equal), 0, 0.057);

    [Fact]
    public void A_tenth_less_is_found_by_eight_runs_of_3_percent_noise() => Assert.InRange(
        Share(random => Of(Samples.Normal(random, 8, 0.03, 0.9), Samples.Normal(random, 8, 0.03)).Kind == DifferenceKind.Less), 0.95, 1);

    [Fact]
    public void The_same_is_called_equal_by_eight_runs_of_2_percent_noise() => Assert.InRange(
        Share(random => Of(Samples.Normal(random, 8, 0.02), Samples.Normal(random, 8, 0.02)).Kind == DifferenceKind.Equal), 0.95, 1);

    /// <summary>Two results of 56 cells with ten metrics each, of the same thing.</summary>
    [Theory]
    [InlineData(5)]
    [InlineData(8)]
    public void In_whole_results_of_the_same_nothing_is_called_different_in_nineteen_of_twenty(int runs)
    {
        const int Results = 60;
        var random = new Random(Seed);
        int found = Enumerable.Range(0, Results).Count(_ =>
        {
            RatioInterval[] ratios =
            [
                .. Enumerable.Range(0, 560).Select(index => index % 2 == 0
                    ? RatioInterval.Of(Samples.Normal(random, runs, 0.03), Samples.Normal(random, runs, 0.03))
                    : RatioInterval.Of(Samples.LogNormal(random, runs, 0.2), Samples.LogNormal(random, runs, 0.2))),
            ];
            double level = FalseDiscovery.Level([.. ratios.Select(ratio => ratio.PValue)]);
            return Array.Exists(ratios, ratio => Difference.Of(ratio, Difference.EqualPct, level).Kind is DifferenceKind.More or DifferenceKind.Less);
        });

        Assert.InRange(found / (double)Results, 0, 0.05);
    }

    [Fact]
    public void It_is_stated_how_many_runs_would_tell()
    {
        Assert.Equal(5, Of([50], [100]).RunsToDecide);
        Assert.InRange(Of([90, 100, 110], [110, 120, 130]).RunsToDecide!.Value, 5, 12);
        Assert.InRange(Of([80, 90, 100, 110, 120], [80, 90, 100, 110, 120]).RunsToDecide!.Value, 30, 200);
        Assert.Null(Of([10, 50, 100, 150, 190], [10, 50, 100, 150, 190]).RunsToDecide);
        Assert.Equal(8, Of([88, 90, 92, 94, 96], [100, 102, 104, 106, 108], 0.0002).RunsToDecide);
    }

    [Fact]
    public void So_many_runs_of_the_same_spread_do_tell()
    {
        double[] few = [0.9, 0.95, 1, 1.05, 1.1];
        int runs = Of([.. few.Select(value => 1.1 * value)], few).RunsToDecide!.Value;

        Assert.InRange(runs, 10, 60);
        Assert.InRange(Share(random => Of(Samples.Normal(random, runs, 0.07, 1.1), Samples.Normal(random, runs, 0.07)).Kind == DifferenceKind.More), 0.4, 1);
    }

    private static Difference Of(double[] one, double[] other, double level = FalseDiscovery.Share) =>
        Difference.Of(RatioInterval.Of(other, one), Difference.EqualPct, level);

    private static double Share(Func<Random, bool> holds)
    {
        var random = new Random(Seed);
        return Enumerable.Range(0, Trials).Count(_ => holds(random)) / (double)Trials;
    }
}
