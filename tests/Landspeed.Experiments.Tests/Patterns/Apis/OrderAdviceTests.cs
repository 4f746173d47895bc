using Landspeed.Experiments.Patterns.Apis;
using Landspeed.Experiments.Tests.Conclusions;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Patterns.Apis;

public sealed class OrderAdviceTests
{
    private static readonly double[] s_near = [0.98, 0.99, 1, 1.01, 1.02];

    [Fact]
    public void The_ratio_has_the_range_that_both_intervals_allow() => Assert.Equal(
        "Sequential reads of 8 KiB are 52.0 times as fast as random ones (50.0 to 54.1): "
            + "520 MB/s and 10.00 MB/s from the device, with read-write.",
        Text(Cell("8 KiB", "sequential", 5.2e8), Cell("8 KiB", "random", 1e7)));

    [Fact]
    public void Random_reads_that_are_faster_are_said_to_be() => Assert.StartsWith(
        "Sequential reads of 4 KiB are 0.50 times as fast as random ones (0.48 to 0.52): ",
        Text(Cell("4 KiB", "sequential", 1e8), Cell("4 KiB", "random", 2e8)),
        StringComparison.Ordinal);

    [Fact]
    public void Overlapping_intervals_are_inconclusive() => Assert.StartsWith(
        "Whether the order of reads of 4 KiB matters is inconclusive after 5 runs; about ",
        Text(
            Cell("4 KiB", "sequential", 1.2e8, [0.5, 0.8, 1, 1.2, 1.5]),
            Cell("4 KiB", "random", 1e8, [0.5, 0.8, 1, 1.2, 1.5])),
        StringComparison.Ordinal);

    [Fact]
    public void Rates_within_5_percent_are_equal() => Assert.StartsWith(
        "Sequential reads of 4 KiB are as fast as random ones, within 5 %: ",
        Text(Cell("4 KiB", "sequential", 1e8, [1, 1, 1, 1, 1]), Cell("4 KiB", "random", 1e8, [1, 1, 1, 1, 1])),
        StringComparison.Ordinal);

    [Fact]
    public void Single_runs_give_only_a_ratio_of_many_times_and_no_range() => Assert.StartsWith(
        "Sequential reads of 4 KiB are 50.0 times as fast as random ones: ",
        Text(Cell("4 KiB", "sequential", 5e8, [1]), Cell("4 KiB", "random", 1e7, [1])),
        StringComparison.Ordinal);

    [Theory]
    [InlineData("8 KiB", "4 KiB", "8 KiB", "64 KiB")]
    [InlineData("4 KiB", "64 KiB", "4 KiB", "2 KiB")]
    public void The_size_of_2004_is_chosen_or_the_smallest_that_is_a_page(string chosen, params string[] sizes) =>
        Assert.StartsWith(
            $"Sequential reads of {chosen} are",
            Text([.. sizes.SelectMany(size => new[] { Cell(size, "sequential", 5e8), Cell(size, "random", 1e7) })]),
            StringComparison.Ordinal);

    [Fact]
    public void One_system_call_per_record_goes_before_other_ways()
    {
        CellRecord[] Both(string api) =>
            [Cell("4 KiB", "sequential", 5e8, api: api), Cell("4 KiB", "random", 1e7, api: api)];

        string text = Text([.. Both("filestream"), .. Both("randomaccess")]);
        Assert.EndsWith("with randomaccess.", text, StringComparison.Ordinal);
        Assert.EndsWith("with filestream.", Text(Both("filestream")), StringComparison.Ordinal);
    }

    [Fact]
    public void One_order_alone_says_nothing()
    {
        CellRecord inOrder = Cell("4 KiB", "sequential", 5e8);

        Assert.Empty(OrderAdvice.Of([inOrder]));
        Assert.Empty(OrderAdvice.Of([inOrder, Cell("64 KiB", "random", 1e7)]));
    }

    [Theory]
    [InlineData(2.5, "2.5 %")]
    [InlineData(0.004, "less than 0.1 %")]
    public void What_the_time_limit_cut_is_compared_and_that_is_said(double donePct, string share) => Assert.EndsWith(
        $"10.00 MB/s from the device, with read-write; the time limit ended the random ones after {share} of them.",
        Text(Cell("4 KiB", "sequential", 5e8), Cell("4 KiB", "random", 1e7).With(Metrics.WorkDone, 100, donePct, 100)),
        StringComparison.Ordinal);

    [Fact]
    public void What_came_from_the_cache_is_not_compared()
    {
        CellRecord cached = Cell("4 KiB", "sequential", 5e9).Of(Verdict.Cache);
        Assert.DoesNotContain(
            ApisAdvice.Of([cached, Cell("4 KiB", "random", 1e7)]), one => one.Code == "sequential_to_random");
        Assert.Contains(
            ApisAdvice.Of([Cell("4 KiB", "sequential", 5e9), Cell("4 KiB", "random", 1e7)]),
            one => one.Code == "sequential_to_random");
    }

    private static string Text(params CellRecord[] cells) => Assert.Single(OrderAdvice.Of(cells)).Text;

    private static CellRecord Cell(
        string size, string order, double rate, double[]? runs = null, string api = "read-write") => SampleCell.Done(
        $"{api}-{size}-{order}",
        ("api", api), ("record_size", size), ("order", order), ("operation", "read"), ("flush", "on"))
        .With(Metrics.Throughput, [.. (runs ?? s_near).Select(run => run * rate)]);
}
