using Landspeed.Experiments.Hints;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Statistics;

namespace Landspeed.Reporting.Tests;

/// <summary>Made-up experiments of the made-up machine.</summary>
internal static partial class SampleExperiments
{
    /// <summary>Five hints: three measured, one failed, one skipped.</summary>
    public static ExperimentDocument Hints() => Of(
        ExperimentNames.Hints,
        [HintLabels.Hint],
        new Dictionary<string, string>
        {
            [HintLabels.Files] = "1000",
            [HintLabels.FileBytes] = "1048576",
            [HintLabels.UsedBytes] = "10000",
            [HintLabels.Reads] = "2",
            [HintLabels.Pattern] = "header",
        },
        [
            Hint("none", 302e6, 16.4, 163_840_000),
            Hint("random-access", 251e6, 1.2288, 12_288_000),
            Hint("direct", 198e6, 1.0752, 0),
            Hint("fadvise-noreuse", 0, 0, 0) with
            {
                State = CellState.Failed, Reason = "cannot read /data/000007: EIO (Input/output error)", ElapsedNs = null,
                ReadAmplification = null, CpuNsPerByte = null, ReadVerdict = null, Runs = [],
            },
            Hint("uncached", 0, 0, 0) with
            {
                State = CellState.Skipped, Reason = "tmpfs does not know uncached I/O", ElapsedNs = null,
                ReadAmplification = null, CpuNsPerByte = null, ReadVerdict = null, Runs = [],
            },
        ]) with
    {
        Conclusions = [new AdviceRecord("hint", "To read the first 10,000 bytes of each file: use random access.")],
    };

    /// <summary>An experiment of the made-up machine.</summary>
    public static ExperimentDocument Of(
        string experiment,
        IReadOnlyList<string> axes,
        Dictionary<string, string> options,
        IReadOnlyList<ExperimentCellRecord> cells)
    {
        MeasurementDocument place = SampleDocuments.Of();
        return new ExperimentDocument
        {
            Experiment = experiment,
            ToolVersion = place.ToolVersion,
            StartedAt = place.StartedAt,
            Host = place.Host,
            Environment = place.Environment,
            Setup = new ExperimentSetupRecord { Seed = 20040601, Repetitions = 5, Axes = axes, Options = options },
            Cells = cells,
            Conclusions = [],
            Findings = [],
        };
    }

    private static ExperimentCellRecord Hint(string hint, double ns, double factor, double left) => new()
    {
        Name = hint,
        Labels = new Dictionary<string, string> { [HintLabels.Hint] = hint },
        State = CellState.Done,
        ReadVerdict = Verdict.Device,
        ElapsedNs = MedianInterval.Of([ns * 0.98, ns, ns * 1.07]),
        ThroughputBytesPerS = MedianInterval.Of([10_000_000e9 / (ns + 1)]),
        CpuNsPerByte = MedianInterval.Of([9.1, 9.2, 9.6]),
        ReadAmplification = MedianInterval.Of([factor, factor, factor]),
        DeviceReadRequestBytes = 6144,
        Values = new Dictionary<string, double> { [HintLabels.PagesLeftBytes] = left },
        Findings = [],
        Runs = [new TrialRunRecord { Cell = hint, Round = 0, ElapsedNs = (long)ns, BytesRead = 10_000_000 }],
    };
}
