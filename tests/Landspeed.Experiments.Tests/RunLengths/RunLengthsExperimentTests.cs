using Landspeed.Experiments.Fragmenting;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.RunLengths;
using Landspeed.Experiments.Tests.Rounds;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.RunLengths;

/// <summary>Small files on real file systems.</summary>
[Collection(ProcessWideCollection.Name)]
public sealed class RunLengthsExperimentTests : IDisposable
{
    private const long Kibi = 1 << 10;
    private const long Mebi = 1 << 20;

    private static readonly string[] s_ways = ["read-direct", "read-buffered", "write-direct", "write-buffered"];
    private static readonly string[] s_names = ["contiguous", "64KiB", "4KiB"];
    private static readonly ExperimentRunner s_runner = new(TimeProvider.System);
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData("ext4")]
    [InlineData("xfs")]
    public void Every_way_is_measured_on_every_file_and_no_write_moves_one(string type)
    {
        using var volume = new TestVolume(type);

        ResultDocument document = Run(Options(volume.Path));

        Assert.Equal(
            from way in s_ways from name in s_names select $"{way}-{name}",
            document.Cells.Select(cell => cell.Name));
        Assert.All(document.Cells, cell => Assert.True(cell is { State: CellState.Done, Runs.Count: 2 }, $"{cell.Name} {cell.State}: {cell.Reason}"));
        Assert.All(document.Cells, cell => Assert.Equal(Verdict.Device, cell.Verdicts.Read ?? cell.Verdicts.Write));
        Assert.All(document.Cells, cell => Assert.NotNull(cell[Metrics.CpuPerByte]));
        foreach ((string name, double runs) in new[] { ("contiguous", 1), ("64KiB", 64), ("4KiB", 1024) })
        {
            CellRecord[] cells = [.. document.Cells.Where(cell => cell.Name.EndsWith($"-{name}", StringComparison.Ordinal))];
            Assert.All(cells, cell => Assert.InRange(cell[Metrics.FileFragments]!.Median, runs * 0.9, runs));
            Assert.All(cells, cell => Assert.InRange(cell[Metrics.DeviceRequestsPerMebibyte]!.Min, runs == 1 ? 0.1 : runs / 4 * 0.8, runs == 1 ? 20 : double.MaxValue));
        }

        Assert.Empty(Directory.GetFileSystemEntries(volume.Path, "landspeed*"));
    }

    [Fact]
    public void Where_a_file_moves_when_it_is_written_it_is_read_only()
    {
        using var volume = new TestVolume("btrfs");

        ResultDocument document = Run(Options(volume.Path) with { RunLengths = [64 * Kibi], Repetitions = 1 });

        Assert.All(document.Cells, cell => Assert.Equal(cell.Name.StartsWith("read", StringComparison.Ordinal) ? CellState.Done : CellState.Skipped, cell.State));
        Assert.StartsWith("btrfs writes changed data elsewhere", document.Cells[^1].Reason, StringComparison.Ordinal);
        Assert.All(document.Cells.Where(cell => cell.State == CellState.Done), cell => Assert.Equal(
            cell.Name.EndsWith("contiguous", StringComparison.Ordinal) ? 1 : 64, cell[Metrics.FileFragments]!.Median));
    }

    [Fact]
    public void A_file_that_a_write_has_moved_is_told_and_refused_from_then_on()
    {
        using var volume = new TestVolume("btrfs");
        LaidOutFile file = Made(volume.Path, 64 * Kibi);
        file.RequireLayoutAfterWrite();

        using (FileStream rewritten = File.OpenWrite(file.Path.Text))
        {
            rewritten.Write(new byte[4 * Mebi]);
            rewritten.Flush(flushToDisk: true);
        }

        Assert.StartsWith(
            "writing moved the file: it had 64 runs, and has ", Assert.Throws<ExperimentException>(file.RequireLayoutAfterWrite).Message, StringComparison.Ordinal);
        Assert.Throws<ExperimentException>(file.RequireLayout);
    }

    [Fact]
    public void What_the_free_space_does_not_give_is_told_and_left_out()
    {
        using var volume = new TestVolume("ext4", "96M", makeOptions: "-m 0");
        Command.Shell(
            $"cd '{volume.Path}' && fallocate -l $(($(df --output=avail -B1 . | tail -1) - 400000)) filler");
        Holes.Punch(volume.File("filler"), every: 131072, length: 65536);
        Command.Shell($"sync -f '{volume.Path}'");

        ResultDocument document = Run(Options(volume.Path) with { RunLengths = [512 * Kibi, 4 * Kibi], Repetitions = 1 });

        Assert.Equal(
            [CellState.Failed, CellState.Failed, CellState.Done],
            document.Cells.Take(3).Select(cell => cell.State));
        Assert.Matches("^the file of one piece is stored in [0-9]+ runs, and contiguous means at most 1 here", document.Cells[0].Reason);
        Assert.Matches(@"^the file of 512 KiB runs has [0-9]+ runs \(median [0-9]+ KiB\), and 8 of 512 KiB were requested", document.Cells[1].Reason);
        Assert.Contains("Not judged: ", Assert.Single(document.Conclusions).Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Stopped_it_leaves_nothing()
    {
        using var stop = new CancellationTokenSource();
        var task = new ExperimentTask { Experiment = new RunLengthsExperiment(Options(_scratch.Path)) };
        ExperimentPlan plan = s_runner.ShortPlan(task);

        Assert.ThrowsAny<OperationCanceledException>(() => s_runner.Run(task, plan, new StopAtFile(_scratch.Path, stop), stop.Token));

        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void A_file_system_that_does_not_say_where_files_lie_is_refused_and_nothing_is_left()
    {
        using var volume = new TestVolume("tmpfs");

        ExperimentException refused = Assert.Throws<ExperimentException>(() => Run(Options(volume.Path)));

        Assert.Equal(Outcome.Refused, refused.Outcome);
        Assert.Empty(Directory.GetFileSystemEntries(volume.Path));
    }

    [Fact]
    public void A_volume_without_room_for_all_files_at_once_is_noticed_before_the_first_byte()
    {
        using var volume = new TestVolume("ext4", "64M");

        Assert.Equal(Outcome.OutOfSpace, Failure(Options(volume.Path) with { Size = 24 * Mebi }).Outcome);
        Assert.Equal(["lost+found"], Directory.GetFileSystemEntries(volume.Path).Select(Path.GetFileName));
    }

    [Theory]
    [InlineData(new[] { 5000L }, 4 << 20, "--run-length 5000 B is not a multiple of the file system's blocks of 4 KiB; the nearest is 4 KiB")]
    [InlineData(new[] { 4L << 20 }, 4 << 20, "--run-length 4 MiB is the whole file, which is measured in any case")]
    [InlineData(new[] { 8L << 20 }, 4 << 20, "--run-length 8 MiB is more than the file, 4 MiB")]
    [InlineData(new[] { 4096L }, 1 << 30, "1 GiB in runs of 4 KiB are 262,144 runs, and 65,536 per file are allowed")]
    [InlineData(null, 8 << 10, "a file of 8 KiB has fewer than 4 runs of 4 KiB")]
    [InlineData(null, 1L << 40, "a file of 1 TiB has more than 65,536 runs of each usual length: give a smaller --size, or name longer ones")]
    public void What_cannot_be_is_refused_with_what_can(long[]? lengths, long size, string message)
    {
        ExperimentException failure = Failure(Options(_scratch.Path) with { RunLengths = lengths, Size = size });

        Assert.Equal(Outcome.Usage, failure.Outcome);
        Assert.StartsWith(message, failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_plan_bounds_files_bytes_and_runs_and_touches_nothing()
    {
        ExperimentPlan plan = s_runner.Plan(new ExperimentTask { Experiment = new RunLengthsExperiment(Options(_scratch.Path) with { RunLengths = null }) });

        // Contiguous, 1 MiB, 256, 64, 16 and 4 KiB; two ways to read and two to write, two rounds and one that warms up, each twice a pass.
        Assert.Equal((6 * 4 * Mebi, 6 * 4 * Mebi, 24), (plan.SpaceNeededBytes, plan.PreparationBytes, plan.Preview.Cells.Count));
        Assert.Equal((2 * ((2 * 2 * 6) + 2) * 4 * Mebi, plan.ReadBytes), (plan.ReadBytes, plan.WriteBytes));
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void Full_has_every_power_of_two() => Assert.Equal(
        (13 * 4, 11 * 4),
        (Cells(RunLengthsOptions.DefaultSize), Cells(8 * Mebi)));

    private int Cells(long size) => s_runner.Plan(new ExperimentTask
    {
        Experiment = new RunLengthsExperiment(Options(_scratch.Path) with { RunLengths = null, Full = true, Size = size }),
    }).Preview.Cells.Count;

    private static LaidOutFile Made(string directory, long runLength)
    {
        FragmentPlan plan = FragmentPlan.OfNew(new FragmentOptions
        {
            Path = FilePath.FromText(directory), RunLength = runLength, Size = 4 * Mebi, Order = RunOrder.Shuffled,
        });
        var file = new LaidOutFile(new RunLayout(plan, runLength), FilePath.FromText(directory));
        file.Make(new ProgressMonitor(null, TestContext.Current.CancellationToken));
        return file;
    }

    private static RunLengthsOptions Options(string directory) => new()
    {
        Directory = FilePath.FromText(directory), RunLengths = [64 * Kibi, 4 * Kibi], Size = 4 * Mebi, Time = TimeSpan.FromMilliseconds(200), Repetitions = 2, Seed = 7,
    };

    private static ResultDocument Run(RunLengthsOptions options)
    {
        var task = new ExperimentTask { Experiment = new RunLengthsExperiment(options) };
        ExperimentResult result = s_runner.Run(
            task, s_runner.ShortPlan(task), null, TestContext.Current.CancellationToken);
        Assert.Null(result.Failure);
        return result.Document;
    }

    private static ExperimentException Failure(RunLengthsOptions options) =>
        Assert.Throws<ExperimentException>(() => s_runner.Plan(new ExperimentTask { Experiment = new RunLengthsExperiment(options) }));

    /// <summary>Stops as soon as a file of the experiment is there.</summary>
    private sealed class StopAtFile(string directory, CancellationTokenSource stop) : IProgress<ExperimentProgress>
    {
        public void Report(ExperimentProgress value)
        {
            if (Directory.EnumerateFiles(directory, "4KiB", SearchOption.AllDirectories).Any())
            {
                stop.Cancel();
            }
        }
    }
}
