using Landspeed.Experiments.Hints;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Statistics;
using Landspeed.Platform;

namespace Landspeed.Experiments.Tests.Hints;

public class HintConclusionTests
{
    [Theory]
    [InlineData(AccessPattern.Header, 1, "To read the first byte of each file: ")]
    [InlineData(AccessPattern.Header, 2, "To read the first 2 bytes of each file: ")]
    [InlineData(AccessPattern.Stride, 1, "To read 1 byte spread over each file: ")]
    [InlineData(AccessPattern.Whole, 1, "To read whole files of 1 byte: ")]
    public void One_byte_is_told_in_the_singular(AccessPattern pattern, long bytes, string start)
    {
        var options = new HintOptions
        {
            Place = FilePath.FromText("."), Seed = 1, FileSize = bytes, Bytes = bytes, Reads = 1, Pattern = pattern,
        };

        string sentence = HintConclusion.Of([Cell("none", 2e6), Cell("random-access", 1e6)], options).Single().Text;

        Assert.StartsWith(start, sentence, StringComparison.Ordinal);
    }

    private static ExperimentCellRecord Cell(string hint, double ns) => new()
    {
        Name = hint,
        Labels = new Dictionary<string, string> { [HintLabels.Hint] = hint },
        State = CellState.Done,
        ReadVerdict = Verdict.Device,
        ElapsedNs = MedianInterval.Of([ns, ns, ns]),
        ThroughputBytesPerS = MedianInterval.Of([1e9]),
        CpuNsPerByte = MedianInterval.Of([1.0]),
        ReadAmplification = MedianInterval.Of([4.0]),
        Values = new Dictionary<string, double>(),
        Findings = [],
        Runs = [],
    };
}
