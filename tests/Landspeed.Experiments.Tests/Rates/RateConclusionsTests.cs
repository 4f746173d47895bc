using System.Globalization;
using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Rates;
using Landspeed.Experiments.Tests.Conclusions;
using Landspeed.Results;
using Landspeed.Results.Rates;

namespace Landspeed.Experiments.Tests.Rates;

public sealed class RateConclusionsTests
{
    private static readonly ResponseLimit s_limit = new(ResponsePercentile.P99, TimeSpan.FromMilliseconds(5));

    [Fact]
    public void The_highest_rate_within_the_limit_is_named_and_the_next_one() => Assert.Equal(
        "The response p99 is at most 5.00 ms up to 3,000/s (30 %): 4.000 ms there; 7.000 ms at 4,000/s (40 %).",
        Limit(Cell(1, 1), Cell(2, 2), Cell(3, 4), Cell(4, 7)));

    [Fact]
    public void The_order_of_the_cells_does_not_matter() => Assert.Equal(
        Limit(Cell(1, 1), Cell(2, 2), Cell(3, 4), Cell(4, 7)), Limit(Cell(4, 7), Cell(2, 2), Cell(1, 1), Cell(3, 4)));

    [Fact]
    public void A_rate_above_one_that_is_too_slow_does_not_count() => Assert.StartsWith(
        "The response p99 is at most 5.00 ms up to 1,000/s (10 %): ",
        Limit(Cell(1, 1), Cell(2, 8), Cell(3, 4), Cell(4, 7)),
        StringComparison.Ordinal);

    [Fact]
    public void If_all_rates_are_in_time_a_higher_one_may_be_too() => Assert.Equal(
        "The response p99 is at most 5.00 ms at all rates, up to 2,000/s (20 %): 2.000 ms there. "
            + "A higher rate may be in time, too.",
        Limit(Cell(1, 1), Cell(2, 2)));

    [Fact]
    public void If_none_is_in_time_the_lowest_is_named() => Assert.Equal(
        "The response p99 is above 5.00 ms at the lowest rate: 7.000 ms at 1,000/s (10 %).",
        Limit(Cell(1, 7), Cell(2, 8)));

    // Half of the runs above the limit, and half below.
    [Fact]
    public void Runs_on_both_sides_of_the_limit_are_inconclusive() => Assert.Equal(
        "The response p99 is at most 5.00 ms up to 1,000/s (10 %): 1.000 ms there. "
            + "At 2,000/s (20 %) it is inconclusive: 4.00 ms to 6.00 ms in 5 runs.",
        Limit(Cell(1, 1), At(2).With(Metrics.ResponseP99, 4e6, 4.5e6, 5.1e6, 5.5e6, 6e6)));

    [Fact]
    public void One_run_shows_nothing() => Assert.Equal(
        "Whether the response p99 is at most 5.00 ms is inconclusive at the lowest rate: 1.00 ms to 1.00 ms in 1 run.",
        Limit(At(1).With(Metrics.ResponseP99, 1e6)));

    [Fact]
    public void A_rate_of_which_requests_were_skipped_is_not_in_time_however_fast_the_others_were() => Assert.Equal(
        "The response p99 is at most 5.00 ms up to 1,000/s (10 %): 1.000 ms there; "
            + "more was due at 2,000/s (20 %) than was carried out.",
        Limit(Cell(1, 1), Overloaded(Cell(2, 1), runs: 5)));

    // 0.5 % are less than an overload, and more than p99.9 leaves out.
    [Theory]
    [InlineData(0.5, "p99", true)]
    [InlineData(0.5, "p99.9", false)]
    [InlineData(1.5, "p99", false)]
    public void Skipped_requests_are_not_done_in_time(double pct, string percentile, bool isInTime)
    {
        var limit = new ResponseLimit(
            ResponsePercentile.All.Single(one => one.Name == percentile), TimeSpan.FromMilliseconds(5));
        CellRecord cell = At(1).With(limit.Percentile.Metric, SampleCell.Quiet(1e6))
            .With(Metrics.RequestsOffered, SampleCell.Quiet(1000))
            .With(Metrics.RequestsSkipped, SampleCell.Quiet(pct * 10));

        string said = RateConclusions.Of([cell], limit).Single(one => one.Code == "rate_limit").Text;

        Assert.Equal(isInTime, said.StartsWith("The response p99 is at most ", StringComparison.Ordinal));
        Assert.Equal(
            !isInTime, said.EndsWith("more was due at 1,000/s (10 %) than was carried out.", StringComparison.Ordinal));
    }

    [Fact]
    public void A_rate_that_was_too_much_in_one_run_is_inconclusive() => Assert.Contains(
        "At 2,000/s (20 %) it is inconclusive: ",
        Limit(Cell(1, 1), Overloaded(Cell(2, 1), runs: 1)),
        StringComparison.Ordinal);

    [Fact]
    public void What_may_be_our_own_lateness_is_not_called_too_slow() => Assert.EndsWith(
        "At 2,000/s (20 %) it is inconclusive: 6.99 ms to 7.01 ms in 5 runs, but landspeed itself was up to 4.000 ms "
            + "late.",
        Limit(Cell(1, 1), Cell(2, 7).With(Metrics.OwnLatenessP99, SampleCell.Quiet(4e6))),
        StringComparison.Ordinal);

    [Fact]
    public void More_than_landspeed_itself_can_start_is_not_called_too_much_for_the_device() => Assert.Contains(
        "At 2,000/s (20 %) it is inconclusive: ",
        Limit(Cell(1, 1), Overloaded(Cell(2, 7).With(Metrics.OwnLatenessP99, SampleCell.Quiet(6e6)), runs: 5)),
        StringComparison.Ordinal);

    [Fact]
    public void The_knee_is_the_first_rate_from_which_on_all_take_more_than_twice_the_least() => Assert.Equal(
        "From 4,000/s (40 %) on, the response p99 is more than twice its least, 1.000 ms at 2,000/s (20 %): 2.500 ms.",
        Knee(Cell(1, 1.2), Cell(2, 1), Cell(3, 1.9), Cell(4, 2.5), Cell(5, 9)));

    [Fact]
    public void A_single_slow_rate_between_fast_ones_is_no_knee() => Assert.StartsWith(
        "The response p99 has no knee up to 4,000/s (40 %), the highest rate: ",
        Knee(Cell(1, 1), Cell(2, 1.1), Cell(3, 1.9), Cell(4, 1.5)),
        StringComparison.Ordinal);

    [Fact]
    public void Without_a_clear_rise_the_knee_is_inconclusive() => Assert.Equal(
        "Whether the response p99 has a knee is inconclusive: at the highest rate, 2,000/s (20 %), it is "
            + "1.80 ms to 2.60 ms in 5 runs; its least, 1.000 ms at 1,000/s (10 %).",
        Knee(Cell(1, 1), At(2).With(Metrics.ResponseP99, 1.8e6, 1.9e6, 2.1e6, 2.3e6, 2.6e6)));

    [Fact]
    public void With_too_few_requests_for_p99_the_median_is_judged() => Assert.StartsWith(
        "From 3,000/s (30 %) on, the response p50 is more than twice its least, ",
        Knee(Half(Cell(1, 1), 0.1), Half(At(2), 0.1), Half(Cell(3, 4), 0.4)),
        StringComparison.Ordinal);

    [Fact]
    public void Rates_with_too_few_requests_and_of_the_cache_are_counted() => Assert.Equal(
        "Of 4 rates, 1 is not judged: it is not known to have moved its bytes from or to the device; "
            + "1 had fewer than 1,000 requests in a run, too few for p99: measure for a longer time.",
        RateConclusions.Of([Half(At(1), 0.1), Cell(2, 1), Cell(3, 1), Cell(4, 1).Of(Verdict.Cache)], s_limit)
            .Single(one => one.Code == "rates_incomplete").Text);

    [Fact]
    public void Times_of_memory_are_judged_and_called_so() => Assert.Equal(
        "Of 2 rates, none is known to have moved its bytes from or to the device: the times may be those of memory.",
        RateConclusions.Of([Cell(1, 1).Of(Verdict.Cache), Cell(2, 3).Of(Verdict.Unknown)], s_limit)
            .Single(one => one.Code == "rates_incomplete").Text);

    [Fact]
    public void Nothing_measured_says_nothing() => Assert.Empty(RateConclusions.Of([], s_limit));

    private static string Limit(params CellRecord[] cells) =>
        RateConclusions.Of(cells, s_limit).Single(one => one.Code == "rate_limit").Text;

    private static string Knee(params CellRecord[] cells) =>
        RateConclusions.Of(cells, limit: null).Single(one => one.Code == "rate_knee").Text;

    private static CellRecord Cell(int thousands, double p99Ms) =>
        At(thousands).With(Metrics.ResponseP99, SampleCell.Quiet(p99Ms * 1e6));

    private static CellRecord Half(CellRecord cell, double p50Ms) =>
        cell.With(Metrics.ResponseP50, SampleCell.Quiet(p50Ms * 1e6));

    private static CellRecord At(int thousands) => SampleCell
        .Done($"rate-{thousands}", (RateLabels.Share, (thousands * 10).ToString(CultureInfo.InvariantCulture)))
        .With(Metrics.OfferedRate, SampleCell.Quiet(thousands * 1000));

    private static CellRecord Overloaded(CellRecord cell, int runs) => cell with
    {
        Runs =
        [
            .. Enumerable.Range(0, 5).Select(round => new RunRecord
            {
                Cell = cell.Name, Round = round,
                Findings = round < runs ? [FindingCodes.Overloaded.Says("too much")] : [],
            }),
        ],
    };
}
