using Landspeed.Experiments.Patterns.Styles;
using Landspeed.Experiments.Tests.Conclusions;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Patterns.Styles;

public sealed class StylesAdviceTests
{
    [Fact]
    public void Styles_that_never_came_from_the_device_are_not_ranked()
    {
        ConclusionRecord advice = Assert.Single(
            StylesAdvice.Of([Read("byte", Verdict.Cache, 1e9), Read("line", Verdict.Cache, 2e9)]));

        Assert.Equal("read_not_ranked", advice.Code);
        Assert.Contains("of 2 styles measured none has the verdict device", advice.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_single_style_from_the_device_is_no_ranking()
    {
        ConclusionRecord advice = Assert.Single(
            StylesAdvice.Of([Read("byte", Verdict.Cache, 1e9), Read("line", Verdict.Device, 2e9)]));

        Assert.Equal("read_not_ranked", advice.Code);
        Assert.Contains("only line has the verdict device", advice.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_cached_style_is_left_out_of_the_ranking_and_that_is_reported()
    {
        ConclusionRecord advice = Assert.Single(StylesAdvice.Of(
        [
            Read("map", Verdict.Cache, 9e9, 9e9, 9e9, 9e9, 9e9), Read("line", Verdict.Device, 5e8, 5e8, 5e8, 5e8, 5e8),
            Read("block", Verdict.Device, 1e9, 1e9, 1e9, 1e9, 1e9),
        ]));

        Assert.Equal("read_fastest", advice.Code);
        Assert.StartsWith("Read with the style block. It is fastest with block, 1,000 MB/s, and slowest with line, 500 MB/s: 2.0 times", advice.Text);
        Assert.Contains("1 of 3 styles is left out", advice.Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public void A_difference_of_many_times_needs_no_five_runs(int runs)
    {
        CellRecord Of(string style, double rate) => Read(style, Verdict.Device, [.. Enumerable.Range(0, runs).Select(run => rate * (1 + (0.01 * run)))]);

        ConclusionRecord lead = Assert.Single(StylesAdvice.Of([Of("byte", 1e8), Of("block", 1e9)]));
        ConclusionRecord slow = Assert.Single(StylesAdvice.Of([Of("byte", 1e8), Of("block", 1e9), Of("span", 9e8)]));
        ConclusionRecord slower = Assert.Single(StylesAdvice.Of([Of("byte", 1e8), Of("record", 5e7), Of("block", 1e9), Of("span", 9e8)]));

        Assert.StartsWith("Read with the style block. It is fastest with block", lead.Text, StringComparison.Ordinal);
        Assert.DoesNotContain("noise", lead.Text, StringComparison.Ordinal);
        Assert.StartsWith("Do not read with byte. It was fastest with block, ", slow.Text, StringComparison.Ordinal);
        Assert.Contains(" and 10.0 times slower with byte, ", slow.Text, StringComparison.Ordinal);
        Assert.Contains("well beyond the noise; which of the others is fastest", slow.Text, StringComparison.Ordinal);
        Assert.StartsWith("Do not read with byte or record.", slower.Text, StringComparison.Ordinal);
        Assert.Contains(" and 10.0 to 20.0 times slower with these, down to record, ", slower.Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(1, 1.2e8, false)]
    [InlineData(1, 1e8, true)]
    [InlineData(2, 1.2e8, false)]
    [InlineData(3, 3.4e8, false)]
    [InlineData(3, 3.3e8, true)]
    public void How_many_times_depends_on_the_runs(int runs, double slow, bool isTold)
    {
        CellRecord Of(string style, double rate) => Read(style, Verdict.Device, [.. Enumerable.Repeat(rate, runs)]);

        string text = Assert.Single(StylesAdvice.Of([Of("byte", slow), Of("block", 1e9)])).Text;

        Assert.Equal(isTold, text.StartsWith("Read with the style block.", StringComparison.Ordinal));
        Assert.Equal(isTold, !text.Contains("noise", StringComparison.Ordinal));
    }

    [Fact]
    public void A_factor_that_noise_can_make_is_left_to_more_runs() => Assert.StartsWith(
        "Repeat before you choose",
        Assert.Single(StylesAdvice.Of([Read("line", Verdict.Device, 3e8), Read("block", Verdict.Device, 1e9)])).Text,
        StringComparison.Ordinal);

    [Fact]
    public void Three_noisy_runs_tell_eight_times() => Assert.StartsWith(
        "Read with the style block.",
        Assert.Single(StylesAdvice.Of([Read("byte", Verdict.Device, 1.4e8, 2.2e8, 3.6e8), Read("block", Verdict.Device, 7e8, 1.7e9, 1.9e9)])).Text,
        StringComparison.Ordinal);

    [Fact]
    public void Runs_of_many_times_that_overlap_are_no_win() => Assert.StartsWith(
        "Repeat before you choose",
        Assert.Single(StylesAdvice.Of([Read("line", Verdict.Device, 1e8, 1e8, 1.1e9), Read("block", Verdict.Device, 1e9, 1e9, 1e9)])).Text,
        StringComparison.Ordinal);

    [Fact]
    public void A_tie_of_the_fast_styles_names_the_slow_ones()
    {
        ConclusionRecord advice = Assert.Single(StylesAdvice.Of(
        [
            Read("byte", Verdict.Device, 1e8, 1e8, 1e8, 1e8, 1e8),
            Read("line", Verdict.Device, 5e8, 9e8, 6e8, 8e8, 7e8), Read("block", Verdict.Device, 6e8, 1e9, 7e8, 9e8, 8e8),
        ]));

        Assert.Contains("No style is fastest beyond the noise", advice.Text, StringComparison.Ordinal);
        Assert.EndsWith("; byte is slower beyond the noise.", advice.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Few_runs_are_reported_and_rank_nothing()
    {
        ConclusionRecord advice = Assert.Single(
            StylesAdvice.Of([Read("line", Verdict.Device, 5e8), Read("block", Verdict.Device, 1e9)]));

        Assert.Contains("was fastest with block", advice.Text, StringComparison.Ordinal);
        Assert.Contains("1 run per cell does not distinguish this from noise", advice.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Styles_within_the_noise_of_each_other_have_no_fastest()
    {
        ConclusionRecord advice = Assert.Single(StylesAdvice.Of(
        [
            Read("line", Verdict.Device, 5e8, 9e8, 6e8, 8e8, 7e8), Read("block", Verdict.Device, 6e8, 1e9, 7e8, 9e8, 8e8),
        ]));

        Assert.Contains("No style is fastest beyond the noise", advice.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_lead_that_nobody_chooses_by_is_a_tie_however_sure() => Assert.StartsWith(
        "Read with any of the fast styles. No style is fastest beyond the noise and 5 %; medians range from block, 1,000 MB/s, to line, 990 MB/s",
        Assert.Single(StylesAdvice.Of([Read("line", Verdict.Device, Same(9.9e8)), Read("block", Verdict.Device, Same(1e9))])).Text,
        StringComparison.Ordinal);

    [Fact]
    public void Where_noise_hides_a_factor_no_style_is_called_fast() => Assert.StartsWith(
        "Repeat before you choose a style of reading. No style is fastest beyond the noise, which is more than 25 %; medians range from block, ",
        Assert.Single(StylesAdvice.Of(
            [Read("line", Verdict.Device, 1e8, 2e8, 4e8, 6e8, 9e8), Read("block", Verdict.Device, 5e8, 7e8, 1e9, 1.3e9, 1.5e9)])).Text,
        StringComparison.Ordinal);

    [Fact]
    public void Single_runs_that_tell_the_slow_style_only_recommend_no_other() => Assert.StartsWith(
        "Do not read with byte. It was fastest with block, ",
        Assert.Single(StylesAdvice.Of([Read("byte", Verdict.Device, 1e7), Read("line", Verdict.Device, 2e8), Read("block", Verdict.Device, 1e9)])).Text,
        StringComparison.Ordinal);

    [Fact]
    public void Where_cells_have_different_numbers_of_runs_both_are_stated() => Assert.EndsWith(
        "; 1 to 5 runs per cell do not distinguish this from noise.",
        Assert.Single(StylesAdvice.Of([Read("line", Verdict.Device, Same(5e8)), Read("block", Verdict.Device, 1e9)])).Text,
        StringComparison.Ordinal);

    [Fact]
    public void Creating_goes_by_where_the_bytes_went()
    {
        CellRecord Create(string style, double rate) => Read(style, Verdict.Device, rate, rate, rate, rate, rate) with
        {
            Labels = new Dictionary<string, string> { [StyleLabels.OperationAxis] = StyleLabels.Create, [StyleLabels.StyleAxis] = style },
            Verdicts = new VerdictsRecord(Write: Verdict.Device),
        };

        ConclusionRecord advice = Assert.Single(StylesAdvice.Of([Create("line", 5e8), Create("block", 1e9)]));

        Assert.Equal("create_fastest", advice.Code);
    }

    [Fact]
    public void The_style_that_allocates_most_is_named() => Assert.Equal(
        "Of all styles, line allocates most in reading. It allocates 2.24 bytes per byte read, and garbage collection pauses it for 5.0 % of the time.",
        Tax(("line", 2240), ("typed", 1440), ("block", 1)));

    [Fact]
    public void Styles_that_allocate_as_much_are_named_together() => Assert.StartsWith(
        "Of all styles, lines and line allocate most in reading, about the same. lines allocates 2.25 bytes", Tax(("line", 2240), ("lines", 2250), ("block", 1)),
        StringComparison.Ordinal);

    [Fact]
    public void Where_only_buffers_are_allocated_nothing_is_said() => Assert.Null(Tax(("span", 2), ("block", 1)));

    private static string? Tax(params (string Style, double Allocated)[] styles) => StylesAdvice.Of(
    [
        .. styles.Select(style =>
        {
            CellRecord cell = Read(style.Style, Verdict.Cache, 1e9)
                .With(Metrics.Allocated, style.Allocated).With(Metrics.Elapsed, 1e6).With(Metrics.CollectionPause, 5e4);
            return cell with
            {
                Runs = [new RunRecord { Cell = cell.Name, Round = 0, Metrics = Metrics.Of((Metrics.BytesRead, 1000)) }],
            };
        }),
    ]).FirstOrDefault(sentence => sentence.Code == "managed_tax")?.Text;

    private static double[] Same(double rate) => [.. Enumerable.Repeat(rate, 5)];

    private static CellRecord Read(string style, Verdict verdict, params double[] rates) => SampleCell.Done(
        $"read-{style}", (StyleLabels.OperationAxis, StyleLabels.Read), (StyleLabels.StyleAxis, style)).Of(verdict).With(Metrics.Throughput, rates);
}
