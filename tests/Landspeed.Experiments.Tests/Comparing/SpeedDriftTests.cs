using Landspeed.Experiments.Comparing;
using Landspeed.Experiments.Statistics;
using Landspeed.Results;
using Landspeed.Results.Comparing;
using static Landspeed.Experiments.Tests.Comparing.StoredSamples;

namespace Landspeed.Experiments.Tests.Comparing;

public sealed class SpeedDriftTests
{
    // Runs of one result that spread by 5 %, as direct reads of a virtual disk do.
    private static readonly double[] s_spread = [94, 97, 100, 103, 107];

    [Theory]
    [InlineData(0.8, 5, ComparisonWord.Worse)]
    [InlineData(0.8, 30, ComparisonWord.CannotTell)]
    [InlineData(0.8, 3600, ComparisonWord.CannotTell)]
    [InlineData(0.7, 30, ComparisonWord.Worse)]
    [InlineData(0.6, 3600, ComparisonWord.Worse)]
    [InlineData(1.25, 5, ComparisonWord.Better)]
    [InlineData(1.25, 3600, ComparisonWord.CannotTell)]
    public void The_longer_the_time_between_two_results_the_larger_a_difference_must_be(
        double times, int seconds, ComparisonWord word)
    {
        ComparisonRecord compared = Compare(s_spread, s_spread.Times(times), seconds);

        Assert.Equal((word, word == ComparisonWord.CannotTell), (compared.Word, compared.OnlyInTurn));
    }

    [Fact]
    public void What_is_held_steady_is_told_after_any_time() =>
        Assert.Equal(ComparisonWord.Worse, Compare(Steady, Steady.Times(0.9), 86_400).Word);

    [Fact]
    public void Only_rates_times_latencies_and_waits_change_with_the_speed()
    {
        double[] other = [.. s_spread.Times(0.8)];
        RatioInterval interval = RatioInterval.Of(s_spread, other);
        var drift = new SpeedDrift(TimeSpan.FromMinutes(1));

        Assert.True(drift.Explains(Metrics.Throughput, s_spread, other, interval));
        Assert.True(drift.Explains(Metrics.VoluntarySwitches, s_spread, other, interval));
        Assert.False(drift.Explains(Metrics.CpuPerByte, s_spread, other, interval));
    }

    [Theory]
    [InlineData(null, false)]
    [InlineData("kvm", true)]
    public void A_machine_of_its_own_and_runs_in_turn_are_compared_as_before(
        string? virtualization, bool isInterleaved) => Assert.Equal(
        ComparisonWord.Worse, Compare(s_spread, s_spread.Times(0.8), 3600, virtualization, isInterleaved).Word);

    [Fact]
    public void The_time_between_two_results_does_not_contain_that_of_the_earlier_one()
    {
        (Metric, double)[] run = [(Metrics.Elapsed, 2e9)];
        ResultDocument first = Document(Cell("one", Verdict.Device, [.. s_spread.Select(_ => run)]));
        ResultDocument second = first with { StartedAt = first.StartedAt.AddSeconds(25) };

        Assert.Equal(TimeSpan.FromSeconds(15), SpeedDrift.Between(first, second));
        Assert.Equal(TimeSpan.FromSeconds(15), SpeedDrift.Between(second, first));
        Assert.Equal(TimeSpan.Zero, SpeedDrift.Between(first, first));
    }

    private static ComparisonRecord Compare(
        IEnumerable<double> one,
        IEnumerable<double> other,
        int seconds,
        string? virtualization = "kvm",
        bool isInterleaved = false)
    {
        ComparedResult Of(string name, IEnumerable<double> rates, int start) =>
            Result(name, Cell("one", rates)).With(document => document with
            {
                StartedAt = document.StartedAt.AddSeconds(start),
                Hosts = [document.Hosts[0] with { Virtualization = virtualization }],
            });
        var options = new ComparisonOptions { IsInterleaved = isInterleaved };
        ResultDocument compared = Comparer.Of([Of("a", one, 0), Of("b", other, seconds)], options, default);
        return compared.Comparing!.Comparisons.Single(comparison => comparison.Metric == Metrics.Throughput.Name);
    }
}
