using Landspeed.Experiments.Patterns.Apis;
using Landspeed.Experiments.Tests.Conclusions;
using Landspeed.Results;

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

        Assert.Equal(["best_at_4_kib", "small_records", "spread_of_apis", "sequential_read_peak"], advice.Select(sentence => sentence.Code));
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

        Assert.Equal(["best_at_4_kib", "small_records", "spread_of_apis", "sequential_read_peak"], advice.Select(sentence => sentence.Code));
        Assert.All([advice[0], advice[2]], sentence =>
            Assert.EndsWith("1 run per cell does not distinguish this from noise.", sentence.Text, StringComparison.Ordinal));
        Assert.DoesNotContain("noise", advice[1].Text, StringComparison.Ordinal); // a factor of hundreds is none
        Assert.DoesNotContain("no longer", advice[2].Text, StringComparison.Ordinal);
        Assert.DoesNotContain("alike", advice[2].Text, StringComparison.Ordinal);
    }

    [Fact]
    public void APIs_within_the_noise_of_each_other_have_no_fastest()
    {
        ConclusionRecord advice = ApisAdvice.Of(
            [Cell("one", "4 KiB", 5e8, spread: 0.3), Cell("other", "4 KiB", 6e8, spread: 0.3)])[0];

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
    public void A_difference_of_many_times_is_told_by_single_runs()
    {
        IReadOnlyList<ConclusionRecord> advice = ApisAdvice.Of(
        [
            Cell("slow", "4 KiB", 5e7, runs: 1), Cell("fast", "4 KiB", 9e8, runs: 1), Cell("slow", "64 KiB", 5e7, runs: 1),
            Cell("fast", "64 KiB", 9e8, runs: 1),
        ]);

        Assert.StartsWith("Read 4 KiB at a time with fast.", advice[0].Text, StringComparison.Ordinal);
        Assert.StartsWith("From 64 KiB on the APIs no longer perform alike", advice[1].Text, StringComparison.Ordinal);
        Assert.All(advice, sentence => Assert.DoesNotContain("noise", sentence.Text, StringComparison.Ordinal));
    }

    [Fact]
    public void Of_several_fast_APIs_and_a_slow_one_single_runs_tell_the_slow_one_only() => Assert.EndsWith(
        "slow is slower beyond the noise; 1 run per cell does not distinguish this from noise.",
        ApisAdvice.Of([Cell("slow", "4 KiB", 5e7, runs: 1), Cell("one", "4 KiB", 9e8, runs: 1), Cell("other", "4 KiB", 8e8, runs: 1)])[0].Text,
        StringComparison.Ordinal);

    [Fact]
    public void What_the_time_limit_cut_is_ranked_with_nothing_and_that_is_reported()
    {
        IReadOnlyList<ConclusionRecord> advice = ApisAdvice.Of(
        [
            Cut("cut", "4 KiB", 9e8), Cell("slow", "4 KiB", 5e8), Cell("fast", "4 KiB", 6e8),
            Cut("cut", "64 KiB", 9e8), Cut("slow", "64 KiB", 5e8), Cell("fast", "64 KiB", 6e8),
        ]);

        Assert.Equal(["best_at_4_kib", "spread_of_apis_not_ranked", "sequential_read_peak"], advice.Select(sentence => sentence.Code));
        Assert.StartsWith("Read 4 KiB at a time with fast.", advice[0].Text, StringComparison.Ordinal);
        Assert.EndsWith("; 1 of 3 cells are left out because the time limit cut them.", advice[0].Text, StringComparison.Ordinal);
        Assert.EndsWith("They are not ranked: the time limit cut 2 of 3 cells.", advice[1].Text, StringComparison.Ordinal);
        Assert.Contains("peak at 600 MB/s from the device (fast, 4 KiB); 3 of 6 cells are left out", advice[2].Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Where_all_was_cut_no_API_is_advised() => Assert.Equal(
        "Give more time before you choose an API to read 4 KiB at a time. Sequential reads from the device are not ranked: the time limit cut 2 of 2 cells.",
        Assert.Single(ApisAdvice.Of([Cut("one", "4 KiB", 9e8), Cut("other", "4 KiB", 1e8)])).Text);

    [Fact]
    public void The_cost_of_single_bytes_is_told_by_a_part_of_the_file_and_says_so() => Assert.EndsWith(
        "; 2 of these 4 cells were cut by the time limit, and theirs are the rates of a part of the file.",
        ApisAdvice.Of([Cut("one", "1 B", 1e6), Cut("other", "1 B", 2e6), Cell("one", "64 KiB", 5e8), Cell("other", "64 KiB", 6e8)])
            .Single(sentence => sentence.Code == "small_records").Text,
        StringComparison.Ordinal);

    [Theory]
    [InlineData(5, 0.3, "Records of one byte do not differ from those of 64 KiB beyond the noise.")]
    [InlineData(1, 0, "Repeat before you judge records of one byte.")]
    public void Records_of_one_byte_that_cost_no_more_are_not_said_to(int runs, double spread, string judged) => Assert.StartsWith(
        judged,
        ApisAdvice.Of(
        [
            Cell("one", "1 B", 5e8, runs, spread), Cell("other", "1 B", 5e8, runs, spread), Cell("one", "64 KiB", 6e8, runs, spread),
            Cell("other", "64 KiB", 6e8, runs, spread),
        ]).Single(sentence => sentence.Code == "small_records").Text,
        StringComparison.Ordinal);

    [Fact]
    public void Records_of_one_byte_that_are_faster_are_said_to_be() => Assert.StartsWith(
        "Records of one byte are faster here than those of 64 KiB. Records of one byte cost a factor of 0.33 against 64 KiB in the median of the APIs; ",
        ApisAdvice.Of([Cell("one", "1 B", 6e8), Cell("other", "1 B", 6e8), Cell("one", "64 KiB", 2e8), Cell("other", "64 KiB", 2e8)])
            .Single(sentence => sentence.Code == "small_records").Text,
        StringComparison.Ordinal);

    [Fact]
    public void A_lead_that_nobody_chooses_by_is_a_tie_however_sure() => Assert.StartsWith(
        "Read 4 KiB at a time with any of the fast APIs. In sequential reads from the device no API is fastest beyond the noise and 5 %; one, 600 MB/s, has",
        ApisAdvice.Of([Cell("one", "4 KiB", 6e8), Cell("other", "4 KiB", 5.95e8)])[0].Text,
        StringComparison.Ordinal);

    [Fact]
    public void Where_noise_hides_a_factor_no_API_is_called_fast() => Assert.StartsWith(
        "Repeat before you choose an API to read 4 KiB at a time. In sequential reads from the device no API is fastest beyond the noise, which is more than 25 %; ",
        ApisAdvice.Of([Cell("one", "4 KiB", 9e8, spread: 0.5), Cell("other", "4 KiB", 5e8, spread: 0.5)])[0].Text,
        StringComparison.Ordinal);

    [Theory]
    [InlineData(Verdict.Device)]
    [InlineData(Verdict.Mixed)]
    [InlineData(Verdict.Unknown)]
    public void What_was_not_read_from_the_cache_is_no_peak_of_it(Verdict verdict)
    {
        CellRecord Warm(string api) => Cell(api, "64 KiB", 5e8) with
        {
            Labels = new Dictionary<string, string>(Cell(api, "64 KiB", 5e8).Labels) { ["flush"] = "off" },
            Verdicts = new VerdictsRecord(Read: verdict),
        };

        Assert.Empty(ApisAdvice.Of([Warm("one"), Warm("other")]));
    }

    [Theory]
    [InlineData(5e8, 6e8, 0, "From 64 KiB on all APIs perform alike, as in the 2010s.")]
    [InlineData(5e8, 9e8, 0, "From 64 KiB on the APIs no longer perform alike")]
    [InlineData(5e8, 7e8, 0.5, "Whether the APIs perform alike from 64 KiB on is inconclusive.")]
    [InlineData(5e8, 6e8, 0.5, "Whether the APIs perform alike from 64 KiB on is inconclusive.")] // alike by the medians, and 25 % of noise
    [InlineData(5e8, 6e8, 0.08, "Whether the APIs perform alike from 64 KiB on is inconclusive.")] // apart beyond the noise, and not by a quarter
    public void Whether_APIs_perform_alike_is_told_by_five_runs(double slow, double fast, double spread, string judged) => Assert.StartsWith(
        judged,
        ApisAdvice.Of([Cell("slow", "64 KiB", slow, spread: spread), Cell("fast", "64 KiB", fast, spread: spread)])[0].Text,
        StringComparison.Ordinal);

    [Fact]
    public void Peaks_are_told_for_each_order_with_flush_and_cached()
    {
        CellRecord Of(string api, string order, string flush, double rate) =>
            Cell(api, "64 KiB", rate) with
            {
                Labels = new Dictionary<string, string>
                {
                    ["api"] = api, ["record_size"] = "64 KiB", ["order"] = order, ["operation"] = "read", ["flush"] = flush,
                },
                Verdicts = new VerdictsRecord(Read: flush == "on" ? Verdict.Device : Verdict.Cache),
            };

        string[] peaks =
        [
            .. ApisAdvice.Of(
            [
                Of("a", "sequential", "on", 1.2e8), Of("b", "sequential", "on", 1.1e8), Of("a", "sequential", "off", 1.3e8),
                Of("b", "sequential", "off", 1.4e8), Of("a", "random", "on", 8e7), Of("b", "random", "on", 7e7),
            ]).Where(sentence => sentence.Code.EndsWith("_peak", StringComparison.Ordinal)).Select(sentence => sentence.Text),
        ];

        Assert.Equal(
        [
            "Reads in sequential order peak at 120 MB/s from the device (a, 64 KiB) and 140 MB/s with the file already cached (b, 64 KiB).",
            "Reads in random order peak at 80.0 MB/s from the device (a, 64 KiB).",
        ],
        peaks);
    }

    [Fact]
    public void A_slow_rate_does_not_print_as_nothing() => Assert.Contains(
        "slow, 0.310 MB/s",
        ApisAdvice.Of([Cell("slow", "4 KiB", 310e3), Cell("slower", "4 KiB", 12e3)])[0].Text,
        StringComparison.Ordinal);

    [Theory]
    [InlineData(2, "the median of 2 APIs is 550 MB/s.")]
    [InlineData(3, "the median of 3 APIs is 500.0 MB/s.")]
    public void The_median_of_an_even_number_lies_between_the_middle_two(int apis, string end) => Assert.EndsWith(
        end,
        ApisAdvice.Of([.. Enumerable.Range(0, apis).Select(index => Cell($"{index}", "4 KiB", 6e8 - (index * 1e8), spread: 0.001))])[0].Text,
        StringComparison.Ordinal);

    [Fact]
    public void One_API_alone_concludes_nothing() => Assert.Empty(
        ApisAdvice.Of([Cell("direct", "4 KiB", 5e8), Cell("direct", "64 KiB", 6e8)]));

    [Fact]
    public void Nothing_measured_with_flush_ranks_nothing()
    {
        CellRecord Warm(string api) => SampleCell.Done(
            $"{api}-4KiB", ("api", api), ("record_size", "4 KiB"), ("order", "sequential"), ("operation", "read"), ("flush", "off"))
            .Of(Verdict.Cache).With(Metrics.Throughput, 1e9);

        Assert.Equal("sequential_read_peak", Assert.Single(ApisAdvice.Of([Warm("one"), Warm("other")])).Code);
    }

    private static CellRecord Cut(string api, string size, double rate) => Cell(api, size, rate).With(Metrics.WorkDone, 100, 2.5, 100);

    private static CellRecord Cell(string api, string size, double rate, int runs = Enough, double spread = 0) => SampleCell.Done(
        $"{api}-{size}", ("api", api), ("record_size", size), ("order", "sequential"), ("operation", "read"), ("flush", "on"))
        .With(Metrics.Throughput, [.. Enumerable.Range(0, runs).Select(run => rate * (1 + (spread * (run - 2) / 2)))]);
}
