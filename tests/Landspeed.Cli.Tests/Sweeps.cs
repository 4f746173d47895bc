using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Sweeping;
using Landspeed.Quantities;
using Landspeed.Results;

namespace Landspeed.Cli.Tests;

/// <summary>Small sweeps to plan and to print.</summary>
internal static class Sweeps
{
    public static CellRecord Cell(string size, CellState state = CellState.Pending, int runs = 0, double rate = 1.5e9)
    {
        string name = $"read-direct-{size}-q8";
        return new CellRecord
        {
            Name = name,
            Curve = "read-direct-q8",
            Labels = new Dictionary<string, string>
            {
                [SweepLabels.ApiAxis] = "engine",
                [SweepLabels.ModeAxis] = "direct",
                [SweepLabels.OperationAxis] = "read",
                [SweepLabels.QueueDepthAxis] = "8",
                [SweepLabels.RequestSizeAxis] = ByteCount.Parse(size).Bytes.ToString(System.Globalization.CultureInfo.InvariantCulture),
            },
            State = state,
            Reason = state is CellState.Failed ? "no luck" : state is CellState.Skipped ? "below the alignment" : null,
            Verdicts = state == CellState.Done ? new VerdictsRecord(Read: Verdict.Device) : new VerdictsRecord(),
            Metrics = state == CellState.Done
                ? new Dictionary<string, IntervalRecord>
                {
                    [Metrics.Throughput.Name] = new IntervalRecord
                    {
                        Runs = runs, Median = rate, Low = rate, High = rate, Min = rate, Max = rate, SpreadPct = 0, OutlierRuns = [],
                    },
                }
                : new Dictionary<string, IntervalRecord>(),
            Runs = [.. Enumerable.Range(0, runs).Select(round => Documents.Run(name, Verdict.Device, round))],
        };
    }

    public static ResultDocument Document(params CellRecord[] cells) => Documents.Of(
        ResultKinds.Sweep,
        new SetupRecord
        {
            Seed = 7,
            Rounds = 3,
            Options = new Dictionary<string, string>
            {
                [SweepLabels.GridOption] = "quick",
                [SweepLabels.TimeOption] = "0.25",
                [SweepLabels.LimitOption] = "268435456",
                [SweepLabels.FileBytesOption] = "1073741824",
            },
            Effective = new Dictionary<string, string>
            {
                [SweepLabels.MadeFileOption] = "true", [SweepLabels.DirectAlignmentOption] = "512",
            },
        },
        cells);

    /// <summary>A plan of two cells, and one that is skipped.</summary>
    public static ExperimentPlan PlanOf(SweepOptions options, bool resume)
    {
        ResultDocument preview = Document(Cell("4KiB"), Cell("64KiB"), Cell("100B", CellState.Skipped));
        return new ExperimentPlan
        {
            Preview = resume ? preview : preview with { Setup = preview.Setup with { Seed = options.Seed } },
            Facts =
            [
                ("file", "measured.dat, which is made and removed again, 1 GiB"),
                ("extends", "extended.svg, which is made and removed again"),
                ("a run", "0.25 s or 256 MiB, whichever comes first"),
            ],
            Uses =
            [
                (FilePath.FromText("measured.dat"), "the file to be measured"),
                (FilePath.FromText("extended.svg"), "the file to be measured"),
            ],
            RunsLeft = resume ? 2 : 6,
            SpaceNeededBytes = 1L << 30,
            PreparationBytes = 1L << 30,
            ReadBytes = 3L << 29,
            WriteBytes = 0,
            EstimatedTime = TimeSpan.FromSeconds(67.2),
        };
    }
}
