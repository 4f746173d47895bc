using Landspeed.Experiments.Patterns.Styles;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Statistics;

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

    [Fact]
    public void Few_runs_are_reported_and_rank_nothing()
    {
        ConclusionRecord advice = Assert.Single(
            StylesAdvice.Of([Read("line", Verdict.Device, 5e8), Read("block", Verdict.Device, 1e9)]));

        Assert.Contains("was fastest with block", advice.Text, StringComparison.Ordinal);
        Assert.Contains("1 run a cell does not distinguish this from noise", advice.Text, StringComparison.Ordinal);
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

    private static CellRecord Read(string style, Verdict verdict, params double[] rates) => ResultPreview.Cell(
        $"read-{style}", [(StyleLabels.OperationAxis, StyleLabels.Read), (StyleLabels.StyleAxis, style)]) with
    {
        State = CellState.Done,
        Verdicts = new VerdictsRecord(Read: verdict),
        Metrics = new Dictionary<string, IntervalRecord> { [Metrics.Throughput.Name] = RunValues.Interval([.. rates])! },
    };
}
