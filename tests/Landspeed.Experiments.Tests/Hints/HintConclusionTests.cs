using Landspeed.Experiments.Hints;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Statistics;
using Landspeed.Platform;

namespace Landspeed.Experiments.Tests.Hints;

public sealed class HintConclusionTests
{
    private static readonly HintOptions s_options = new() { Directory = FilePath.FromText("/data"), Seed = 1 };

    [Fact]
    public void Hints_that_read_the_cache_are_not_ranked()
    {
        ConclusionRecord advice = Assert.Single(HintConclusion.Of(
            [Hint(AccessHint.None, Verdict.Cache), Hint(AccessHint.RandomAccess, Verdict.Cache)], s_options));

        Assert.Equal("hints_not_ranked", advice.Code);
        Assert.Contains("of 2 hints measured none has the verdict device", advice.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_hint_alone_concludes_nothing() => Assert.Empty(
        HintConclusion.Of([Hint(AccessHint.None, Verdict.Device)], s_options));

    [Theory]
    [InlineData(AccessPattern.Header, 1, "Give no hint to read the first byte of each file. ")]
    [InlineData(AccessPattern.Header, 2, "Give no hint to read the first 2 bytes of each file. ")]
    [InlineData(AccessPattern.Stride, 1, "Give no hint to read 1 byte spread over each file. ")]
    [InlineData(AccessPattern.Whole, 1, "Give no hint to read whole files of 1 byte. ")]
    public void One_byte_is_in_the_singular(AccessPattern pattern, long bytes, string start)
    {
        HintOptions options = s_options with { FileSize = bytes, Bytes = bytes, Reads = 1, Pattern = pattern };

        string sentence = HintConclusion.Of(
            [Hint(AccessHint.None, Verdict.Device), Hint(AccessHint.RandomAccess, Verdict.Device)], options).Single().Text;

        Assert.StartsWith(start, sentence, StringComparison.Ordinal);
    }

    private static CellRecord Hint(AccessHint hint, Verdict verdict) => ResultPreview.Cell(
        HintNames.Of(hint), [(HintLabels.Hint, HintNames.Of(hint))]) with
    {
        State = CellState.Done,
        Verdicts = new VerdictsRecord(Read: verdict),
        Metrics = new Dictionary<string, IntervalRecord>
        {
            [Metrics.Elapsed.Name] = RunValues.Interval([1e6, 1e6, 1e6])!,
            [Metrics.ReadAmplification.Name] = RunValues.Interval([4, 4, 4])!,
        },
    };
}
