using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Sweeping;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Quantities;

namespace Landspeed.Cli.Tests;

/// <summary>Small sweeps to plan and to print.</summary>
internal static class Sweeps
{
    public static SweepCellRecord Cell(string size, CellState state = CellState.Pending, int runs = 0, double rate = 1.5e9) => new()
    {
        Name = $"read-direct-{size}-q8",
        Curve = "read-direct-q8",
        Api = "engine",
        Mode = "direct",
        Operation = "read",
        QueueDepth = 8,
        RequestSizeBytes = ByteCount.Parse(size).Bytes,
        State = state,
        Reason = state is CellState.Failed ? "no luck" : state is CellState.Skipped ? "below the alignment" : null,
        Verdict = state == CellState.Done ? Verdict.Device : null,
        ThroughputBytesPerS = state == CellState.Done
            ? new IntervalRecord
            {
                Runs = runs, Median = rate, Low = rate, High = rate, Min = rate, Max = rate, SpreadPct = 0, OutlierRuns = [],
            }
            : null,
        Findings = [],
        Runs = [.. Enumerable.Repeat(Documents.WithVerdict(Verdict.Device).Jobs[0], runs)],
    };

    public static SweepDocument Document(params SweepCellRecord[] cells) => new()
    {
        ToolVersion = "0.0",
        StartedAt = DateTimeOffset.UnixEpoch,
        Host = new HostRecord { Architecture = "x64", ProcessorCount = 1, Runtime = "10.0" },
        Environment = new EnvironmentRecord
        {
            Path = "a", FileSystem = "ext4", MountPoint = "/", Device = "vda", AvailableBytes = 3L << 29,
        },
        Setup = new SweepSetupRecord
        {
            Grid = "quick",
            Seed = 7,
            Repetitions = 3,
            TimeS = 0.25,
            LimitBytes = 256L << 20,
            FileBytes = 1L << 30,
            MadeFile = true,
            DirectAlignmentBytes = 512,
        },
        Cells = cells,
        Curves = [],
        Advice = [],
        Findings = [],
    };

    /// <summary>A plan of two cells, and one that is skipped.</summary>
    public static SweepPlan PlanOf(SweepOptions options)
    {
        SweepDocument preview = Document(Cell("4KiB"), Cell("64KiB"), Cell("100B", CellState.Skipped));
        return new SweepPlan
        {
            Options = options,
            File = FilePath.FromText("measured.dat"),
            MakesFile = true,
            ExtendFile = FilePath.FromText("extended.svg"),
            Cells =
            [
                new SweepCell(FileApi.Engine, IoMode.Direct, MeasuredOperation.Read, 8, 4096),
                new SweepCell(FileApi.Engine, IoMode.Direct, MeasuredOperation.Read, 8, 65536),
            ],
            Preview = options.Resume ? preview : preview with { Setup = preview.Setup with { Seed = options.Seed } },
            RunsLeft = options.Resume ? 2 : 6,
            SpaceNeededBytes = 1L << 30,
            PreparationBytes = 1L << 30,
            ReadBytes = 3L << 29,
            WriteBytes = 0,
            EstimatedTime = TimeSpan.FromSeconds(67.2),
        };
    }
}
