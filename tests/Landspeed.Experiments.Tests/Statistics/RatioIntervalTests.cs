using FsCheck;
using FsCheck.Fluent;
using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Tests.Statistics;

public sealed class RatioIntervalTests
{
    [Fact]
    public void The_ratio_is_the_middle_of_all_pairs()
    {
        RatioInterval ratio = RatioInterval.Of([1, 2, 4], [2, 4, 8]);

        Assert.Equal(2, ratio.Ratio);
        Assert.Equal((0.5, 8), (ratio.Low, ratio.High));
    }

    [Theory]
    [InlineData(1, 1, 0)]
    [InlineData(2, 2, 66.667)]
    [InlineData(3, 3, 90)]
    [InlineData(4, 4, 97.143)]
    public void Few_runs_span_all_pairs_and_are_as_sure_as_counting_says(int baseline, int other, double confidencePct)
    {
        // Of all ways to deal n + m runs, two have all of the one first.
        RatioInterval ratio = RatioInterval.Of(Ascending(baseline), [.. Ascending(other).Select(value => value * 1_000)]);

        Assert.Equal(confidencePct, ratio.ConfidencePct, 1e-3);
        Assert.Equal((1_000.0 / baseline, 1_000.0 * other), (ratio.Low, ratio.High));
        Assert.Equal(1 - (confidencePct / 100), ratio.SmallestPValue, 1e-5);
        Assert.Equal(ratio.SmallestPValue, ratio.PValue, 1e-9);
    }

    /// <summary>Critical values of the rank sum test, two-sided 5 %: Hollander and Wolfe, table A.6; the interval begins with the pair after it.</summary>
    [Theory]
    [InlineData(4, 4, 0)]
    [InlineData(5, 5, 2)]
    [InlineData(6, 6, 5)]
    [InlineData(8, 8, 13)]
    [InlineData(10, 10, 23)]
    [InlineData(20, 20, 127)]
    [InlineData(5, 8, 6)]
    public void The_ranks_are_those_of_published_tables(int baseline, int other, int critical)
    {
        double[] one = [.. Enumerable.Range(0, baseline).Select(index => Math.Pow(1.0001, index))];
        double[] two = [.. Enumerable.Range(0, other).Select(index => Math.Pow(3, index + 1))];
        double[] pairs = [.. from below in one from above in two orderby above / below select above / below];

        RatioInterval ratio = RatioInterval.Of(one, two);

        Assert.Equal((pairs[critical], pairs[^(critical + 1)]), (ratio.Low, ratio.High));
    }

    [Fact]
    public void Of_pairs_the_ratio_of_each_counts_and_common_noise_does_not()
    {
        double[] one = [1, 10, 100, 1_000, 5, 50, 500, 7];
        RatioInterval ratio = RatioInterval.OfPairs(one, [.. one.Select((value, index) => value * (1.1 + (0.001 * index)))]);

        Assert.Equal(1.1035, ratio.Ratio, 1e-5);
        Assert.Equal((1.1, 1.107), (Math.Round(ratio.Low, 9), Math.Round(ratio.High, 9)));
        Assert.Equal(2 / 256.0, ratio.PValue, 1e-12);
        Assert.Equal(ratio.PValue, ratio.SmallestPValue);
        Assert.True(ratio.IsApart);
        Assert.Equal(1, RatioInterval.Of(one, [.. one.Select(value => value * 1.1)]).PValue, 0.5);
    }

    [Fact]
    public void Of_pairs_of_the_same_one_in_twenty_intervals_misses_1()
    {
        const int Trials = 2_000;
        var random = new Random(2004);
        int missed = Enumerable.Range(0, Trials).Count(_ =>
        {
            RatioInterval ratio = RatioInterval.OfPairs(Samples.LogNormal(random, 9, 0.3), Samples.LogNormal(random, 9, 0.3));
            return ratio.Low > 1 || ratio.High < 1;
        });

        Assert.InRange(missed, 1, Trials / 20);
    }

    [Fact]
    public void Turned_around_the_ratio_is_its_reciprocal() => Holds((baseline, other) =>
    {
        (RatioInterval there, RatioInterval back) = (RatioInterval.Of(baseline, other), RatioInterval.Of(other, baseline));

        Assert.Equal(there.Ratio, 1 / back.Ratio, there.Ratio * 1e-9);
        Assert.Equal(there.Low, 1 / back.High, there.Low * 1e-9);
        Assert.Equal(there.PValue, back.PValue, 1e-9);
        Assert.Equal(there.IsApart, back.IsApart);
        Assert.InRange(there.Ratio, there.Low, there.High);
    });

    [Fact]
    public void The_unit_does_not_matter() => Holds((baseline, other) =>
    {
        RatioInterval one = RatioInterval.Of(baseline, other);
        RatioInterval scaled = RatioInterval.Of([.. baseline.Select(value => value * 1024)], [.. other.Select(value => value * 1024)]);

        Assert.Equal((one.Ratio, one.Low, one.High, one.PValue, one.Gap), (scaled.Ratio, scaled.Low, scaled.High, scaled.PValue, scaled.Gap));
    });

    [Fact]
    public void The_interval_excludes_1_just_where_the_chance_is_below_5_percent() => Holds((baseline, other) =>
    {
        RatioInterval ratio = RatioInterval.Of(baseline, other);

        Assert.Equal(ratio.PValue <= 0.05, ratio.ConfidencePct >= 95 && (ratio.Low > 1 || ratio.High < 1));
    });

    [Fact]
    public void The_interval_holds_the_true_ratio_as_often_as_it_says()
    {
        const int Trials = 4_000;
        foreach (int runs in new[] { 4, 5, 8, 30 })
        {
            var random = new Random(19);
            int held = Enumerable.Range(0, Trials).Count(_ =>
            {
                RatioInterval ratio = RatioInterval.Of(Samples.LogNormal(random, runs, 0.3), Samples.LogNormal(random, runs, 0.3, 2));
                return ratio.Low <= 2 && ratio.High >= 2;
            });

            Assert.InRange(held / (double)Trials, 0.94, 0.99);
        }
    }

    [Fact]
    public void Nothing_is_as_much_as_nothing_and_anything_infinitely_more()
    {
        RatioInterval same = RatioInterval.Of([0, 0, 0, 0, 0], [0, 0, 0, 0, 0]);
        RatioInterval more = RatioInterval.Of([0, 0, 0, 0, 0], [1, 2, 1, 2, 1]);
        RatioInterval mixed = RatioInterval.Of([0, 1, 0, 0, 0], [0, 0, 1, 0, 0]);

        Assert.Equal((1, 1, 1, 1, true), (same.Ratio, same.Low, same.High, same.PValue, same.IsConstant));
        Assert.Equal(double.PositiveInfinity, more.Ratio);
        Assert.False(more.IsApart);
        Assert.True(RatioInterval.Of([5, 5, 5], [9, 9, 9]).IsApart);
        Assert.Equal((1, 0, double.PositiveInfinity), (mixed.Ratio, mixed.Low, mixed.High));
    }

    [Theory]
    [InlineData(new double[0])]
    [InlineData(new[] { double.NaN })]
    [InlineData(new[] { double.PositiveInfinity })]
    [InlineData(new[] { -1.0 })]
    public void What_has_no_ratio_is_refused(double[] values)
    {
        Assert.Throws<ArgumentException>(() => RatioInterval.Of(values, [1]));
        Assert.Throws<ArgumentException>(() => RatioInterval.Of([1], values));
    }

    private static double[] Ascending(int count) => [.. Enumerable.Range(1, count).Select(value => (double)value)];

    private static void Holds(Action<double[], double[]> statement)
    {
        Gen<double[]> runs = Gen.Choose(1, 12).SelectMany(count => Gen.Choose(1, 40).Select(value => value / 4.0).ArrayOf(count));
        Check.One(Config.QuickThrowOnFailure.WithQuietOnSuccess(true).WithMaxTest(300), Prop.ForAll(runs.Zip(runs).ToArbitrary(), pair => statement(pair.Item1, pair.Item2)));
    }
}
