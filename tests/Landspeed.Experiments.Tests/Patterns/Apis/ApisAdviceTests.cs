using Landspeed.Experiments.Patterns.Apis;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Tests.Patterns.Apis;

public sealed class ApisAdviceTests
{
    private const int Enough = 5;

    [Fact]
    public void Conclusions_name_the_best_and_the_spread()
    {
        IReadOnlyList<ConclusionRecord> advice = ApisAdvice.Of(
        [
            Cell("slow", "1 B", 1e6), Cell("fast", "1 B", 4e6), Cell("slow", "4 KiB", 5e8), Cell("fast", "4 KiB", 6e8),
            Cell("slow", "64 KiB", 5e8), Cell("fast", "64 KiB", 1.5e9),
        ]);

        Assert.Equal(["best_at_4_kib", "small_records", "spread_of_apis"], advice.Select(sentence => sentence.Code));
        Assert.Contains("are fastest with fast, 600 MB/s", advice[0].Text, StringComparison.Ordinal);
        Assert.Contains("3.0 times", advice[2].Text, StringComparison.Ordinal);
        Assert.Contains("no longer", advice[2].Text, StringComparison.Ordinal);
        Assert.All(advice, sentence => Assert.DoesNotContain("noise", sentence.Text, StringComparison.Ordinal));
    }

    [Fact]
    public void Single_runs_are_reported_and_judge_nothing()
    {
        IReadOnlyList<ConclusionRecord> advice = ApisAdvice.Of(
        [
            Cell("slow", "1 B", 1e6, runs: 1), Cell("fast", "1 B", 4e6, runs: 1), Cell("slow", "4 KiB", 5e8, runs: 1),
            Cell("fast", "4 KiB", 6e8, runs: 1), Cell("slow", "64 KiB", 5e8, runs: 1), Cell("fast", "64 KiB", 1.5e9, runs: 1),
        ]);

        Assert.Equal(["best_at_4_kib", "small_records", "spread_of_apis"], advice.Select(sentence => sentence.Code));
        Assert.All(advice, sentence =>
            Assert.EndsWith("1 run a cell does not distinguish this from noise.", sentence.Text, StringComparison.Ordinal));
        Assert.DoesNotContain("no longer", advice[2].Text, StringComparison.Ordinal);
        Assert.DoesNotContain("alike", advice[2].Text, StringComparison.Ordinal);
    }

    [Fact]
    public void APIs_within_the_noise_of_each_other_have_no_fastest()
    {
        ConclusionRecord advice = Assert.Single(ApisAdvice.Of(
            [Cell("one", "4 KiB", 5e8, spread: 0.3), Cell("other", "4 KiB", 6e8, spread: 0.3)]));

        Assert.Contains("no API is fastest beyond the noise", advice.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Reads_of_the_cache_are_not_ranked()
    {
        ConclusionRecord advice = Assert.Single(ApisAdvice.Of(
        [
            Cell("slow", "4 KiB", 5e8) with { Verdicts = new VerdictsRecord(Read: Verdict.Cache) },
            Cell("fast", "4 KiB", 6e8) with { Verdicts = new VerdictsRecord(Read: Verdict.Cache) },
        ]));

        Assert.Equal("apis_not_ranked", advice.Code);
        Assert.Contains("of 2 cells measured none has the verdict device", advice.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void What_alone_goes_around_the_cache_has_nobody_to_be_ranked_with_and_that_is_reported()
    {
        ConclusionRecord advice = Assert.Single(ApisAdvice.Of(
        [
            Cell("direct", "4 KiB", 5e8), Cell("direct", "64 KiB", 6e8),
            Cell("cached", "4 KiB", 6e9) with { Verdicts = new VerdictsRecord(Read: Verdict.Cache) },
            Cell("cached", "64 KiB", 6e9) with { Verdicts = new VerdictsRecord(Read: Verdict.Cache) },
        ]));

        Assert.Equal("apis_not_ranked", advice.Code);
        Assert.Contains("of 4 cells measured only 2 have the verdict device", advice.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_slow_rate_does_not_print_as_nothing() => Assert.Contains(
        "slow, 0.310 MB/s",
        ApisAdvice.Of([Cell("slow", "4 KiB", 310e3), Cell("slower", "4 KiB", 12e3)])[0].Text,
        StringComparison.Ordinal);

    [Fact]
    public void One_API_alone_concludes_nothing() => Assert.Empty(
        ApisAdvice.Of([Cell("direct", "4 KiB", 5e8), Cell("direct", "64 KiB", 6e8)]));

    [Fact]
    public void Nothing_measured_with_flush_gives_no_sentence()
    {
        CellRecord Warm(string api) => ResultPreview.Cell($"{api}-4KiB",
            [("api", api), ("record_size", "4 KiB"), ("order", "sequential"), ("operation", "read"), ("flush", "off")]) with
            {
                State = CellState.Done,
                Verdicts = new VerdictsRecord(Read: Verdict.Cache),
                Metrics = new Dictionary<string, IntervalRecord> { [Metrics.Throughput.Name] = RunValues.Interval([1e9])! },
            };

        Assert.Empty(ApisAdvice.Of([Warm("one"), Warm("other")]));
    }

    private static CellRecord Cell(string api, string size, double rate, int runs = Enough, double spread = 0) =>
        ResultPreview.Cell(
            $"{api}-{size}",
            [("api", api), ("record_size", size), ("order", "sequential"), ("operation", "read"), ("flush", "on")]) with
        {
            State = CellState.Done,
            Verdicts = new VerdictsRecord(Read: Verdict.Device),
            Metrics = new Dictionary<string, IntervalRecord>
            {
                [Metrics.Throughput.Name] = RunValues.Interval(
                    [.. Enumerable.Range(0, runs).Select(run => (double?)(rate * (1 + (spread * (run - 2) / 2))))])!,
            },
        };
}
