using Landspeed.Experiments.Hints;
using Landspeed.Experiments.Tests.Conclusions;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Hints;

public sealed class HintConclusionTests
{
    private static readonly HintOptions s_options = new() { Directory = FilePath.FromText("/data"), Seed = 1 };
    private static readonly HintAmounts s_amounts = new(1000, 1000L << 20, 10_000_000, 1 << 20);

    [Fact]
    public void Bytes_come_first_and_then_a_clear_win_in_time()
    {
        string[] sentences = Conclude(
            Hint(AccessHint.None, 16.384, 289, 290, 291, 292, 293),
            Hint(AccessHint.SequentialScan, 16.384, 288, 289, 290, 291, 292),
            Hint(AccessHint.RandomAccess, 1.2288, 195, 196, 197, 198, 199));

        Assert.Equal(
            [
                "Use the hint random-access to read the first 10,000 bytes of each file: with random-access the device delivers 12,288 bytes per file, "
                    + "1.2 × what is used; without a hint 163,840 bytes, 16 ×; with sequential-scan 163,840 bytes, 16 ×.",
                "For time use the hint random-access to read the first 10,000 bytes of each file. Against 0.2910 ms per file without a hint: "
                    + "random-access takes 0.68 × the time, 0.1970 ms; within 5 %: sequential-scan.",
            ],
            sentences);
    }

    [Fact]
    public void A_hint_that_costs_many_times_the_time_of_whole_files_is_named()
    {
        string[] sentences = Conclude(
            s_options with { Pattern = AccessPattern.Whole },
            s_amounts with { UsedBytes = s_amounts.TotalBytes },
            Hint(AccessHint.None, 1.0, 1000, 1100),
            Hint(AccessHint.RandomAccess, 1.0, 17000, 18700));

        Assert.StartsWith(
            "Use no hint to read whole files of 1,048,576 bytes: without a hint the device delivers 1,048,576 bytes per file, 1.0 × what is used; with random-access",
            sentences[0],
            StringComparison.Ordinal);
        Assert.Equal(
            "Do not use random-access to read whole files of 1,048,576 bytes. Against 1.05 ms per file without a hint: random-access costs 17.0 × the time.",
            sentences[1]);
    }

    [Fact]
    public void A_tie_says_that_the_hints_do_not_differ() => Assert.StartsWith(
        "The hints take the same time to read the first 10,000 bytes of each file. Against",
        Conclude(Hint(AccessHint.None, 1, 100, 101, 102, 103, 104), Hint(AccessHint.Direct, 1, 101, 101, 102, 103, 103))[1],
        StringComparison.Ordinal);

    [Fact]
    public void Too_few_runs_tell_the_bytes_and_say_how_many_would_tell_the_time()
    {
        string[] sentences = Conclude(s_options with { Repetitions = 1 }, s_amounts, Hint(AccessHint.None, 16, 300), Hint(AccessHint.RandomAccess, 1.2, 200));

        Assert.StartsWith("Use the hint random-access ", sentences[0], StringComparison.Ordinal);
        Assert.StartsWith("Timings do not separate the hints yet ", sentences[1], StringComparison.Ordinal);
        Assert.EndsWith("random-access (0.67 ×) is inconclusive after 1 run; at least 5 would decide.", sentences[1], StringComparison.Ordinal);
    }

    [Fact]
    public void Hints_that_were_cut_skipped_failed_or_read_the_cache_are_named()
    {
        string last = Conclude(
            Hint(AccessHint.None, 16, 300, 301, 302, 303, 304),
            Hint(AccessHint.RandomAccess, 1.2, 200, 201),
            Hint(AccessHint.AdviseRandom, 0, 1, 1, 1, 1, 1) with { Verdicts = new VerdictsRecord(Read: Verdict.Cache) },
            Hint(AccessHint.Direct, 0) with { State = CellState.Skipped, Metrics = new Dictionary<string, IntervalRecord>() },
            Hint(AccessHint.AdviseNoReuse, 0) with { State = CellState.Failed, Metrics = new Dictionary<string, IntervalRecord>() },
            Hint(AccessHint.Uncached, 0) with { State = CellState.Pending, Metrics = new Dictionary<string, IntervalRecord>() })[^1];

        Assert.Equal(
            "Incomplete: random-access was cut after 2 of 5 runs, fadvise-random is not judged, its verdict is cache, "
                + "direct was skipped, fadvise-noreuse failed and uncached was not measured.",
            last);
    }

    [Fact]
    public void That_reading_without_a_hint_was_cut_does_not_read_as_if_no_hint_was() => Assert.Equal(
        "Incomplete: reading without a hint was cut after 2 of 5 runs.",
        Conclude(Hint(AccessHint.None, 16, 300, 301), Hint(AccessHint.RandomAccess, 1.2, 200, 201, 202, 203, 204))[^1]);

    [Fact]
    public void Hints_that_read_the_cache_are_not_ranked()
    {
        CellRecord[] cells =
            [.. new[] { AccessHint.None, AccessHint.RandomAccess }.Select(hint => Hint(hint, 0, 1, 1, 1) with { Verdicts = new VerdictsRecord(Read: Verdict.Cache) })];

        ConclusionRecord advice = Assert.Single(HintConclusion.Of(cells, s_options, s_amounts));

        Assert.Equal("hints_not_ranked", advice.Code);
        Assert.Contains("of 2 hints measured none has the verdict device", advice.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Without_a_measurement_of_no_hint_a_tie_recommends_none() => Assert.StartsWith(
        "With random-access, to read the first 10,000 bytes of each file, the device delivers 163,840 bytes per file, 16 × what is used; with sequential-scan ",
        Conclude(Hint(AccessHint.RandomAccess, 16.384, 1, 1, 1, 1, 1), Hint(AccessHint.SequentialScan, 16.384, 1, 1, 1, 1, 1))[0],
        StringComparison.Ordinal);

    [Fact]
    public void Without_a_measurement_of_no_hint_one_that_fetches_less_is_recommended_all_the_same() => Assert.StartsWith(
        "Use the hint random-access to read ",
        Conclude(Hint(AccessHint.RandomAccess, 1.2, 1, 1, 1, 1, 1), Hint(AccessHint.SequentialScan, 16.384, 1, 1, 1, 1, 1))[0],
        StringComparison.Ordinal);

    [Fact]
    public void Hints_that_win_alike_are_recommended_alike() => Assert.StartsWith(
        "For time use the hint sequential-scan or random-access to read ",
        Conclude(
            Hint(AccessHint.None, 1, 300, 301, 302, 303, 304), Hint(AccessHint.SequentialScan, 1, 100, 100, 101, 102, 102),
            Hint(AccessHint.RandomAccess, 1, 100, 101, 102, 102, 103), Hint(AccessHint.Direct, 1, 50, 50, 51, 52, 53))[1],
        StringComparison.Ordinal);

    [Fact]
    public void Of_hints_that_cost_time_none_is_to_be_given() => Assert.StartsWith(
        "Do not use random-access or direct to read ",
        Conclude(
            Hint(AccessHint.None, 1, 100, 101, 102, 103, 104), Hint(AccessHint.RandomAccess, 1, 300, 301, 302, 303, 304),
            Hint(AccessHint.Direct, 1, 500, 500, 501, 502, 503))[1],
        StringComparison.Ordinal);

    [Fact]
    public void Before_the_first_run_nothing_is_concluded() => Assert.Empty(
        HintConclusion.Of([Hint(AccessHint.None, 0) with { State = CellState.Pending }], s_options, s_amounts));

    [Fact]
    public void Of_a_hint_alone_the_bytes_are_stated() => Assert.Equal(
        ["With random-access, to read the first 10,000 bytes of each file, the device delivers 12,288 bytes per file, 1.2 × what is used."],
        Conclude(Hint(AccessHint.RandomAccess, 1.2288, 195, 196, 197, 198, 199)));

    [Fact]
    public void Files_of_different_lengths_are_counted_in_the_mean()
    {
        var amounts = new HintAmounts(4, 4000, 2000, null);

        Assert.Equal(
            ["Without a hint, to read these files whole, the device delivers 750 bytes per file, 1.5 × what is used."],
            Conclude(s_options with { Pattern = AccessPattern.Whole }, amounts, Hint(AccessHint.None, 1.5, 1, 1, 1, 1, 1)));
    }

    [Theory]
    [InlineData(AccessPattern.Header, 1, "Use no hint to read the first byte of each file: ")]
    [InlineData(AccessPattern.Header, 2, "Use no hint to read the first 2 bytes of each file: ")]
    [InlineData(AccessPattern.Stride, 1, "Use no hint to read 1 byte spread over each file: ")]
    [InlineData(AccessPattern.Whole, 1, "Use no hint to read whole files of 1 byte: ")]
    public void One_byte_is_in_the_singular(AccessPattern pattern, long bytes, string start)
    {
        HintOptions options = s_options with { FileSize = bytes, Bytes = bytes, Reads = 1, Pattern = pattern };

        string sentence = Conclude(
            options, new HintAmounts(10, 10 * bytes, 10 * bytes, bytes), Hint(AccessHint.None, 4, 1), Hint(AccessHint.RandomAccess, 4, 1))[0];

        Assert.StartsWith(start, sentence, StringComparison.Ordinal);
    }

    private static string[] Conclude(params CellRecord[] cells) => Conclude(s_options, s_amounts, cells);

    private static string[] Conclude(HintOptions options, HintAmounts amounts, params CellRecord[] cells) =>
        [.. HintConclusion.Of(cells, options, amounts).Select(one => one.Text)];

    // Times in ms, of all files.
    private static CellRecord Hint(AccessHint hint, double amplification, params double[] times) =>
        SampleCell.Done(HintNames.Of(hint), (HintLabels.Hint, HintNames.Of(hint)))
            .With(Metrics.Elapsed, [.. times.Select(time => time * 1e6)]).With(Metrics.ReadAmplification, [.. times.Select(_ => amplification)]);
}
