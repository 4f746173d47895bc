using Landspeed.Experiments.Patterns.Creation;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Tests.Rounds;
using Landspeed.Experiments.Volumes;
using Landspeed.Experiments.Workfiles;
using Landspeed.Platform;
using Landspeed.Results;
using Landspeed.Results.Creation;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Patterns.Creation;

[Collection(ProcessWideCollection.Name)]
public sealed class CreationExperimentTests : IDisposable
{
    private const long Length = 1 << 20;
    private readonly ScratchDirectory _scratch = new();

    private CreationOptions Options => new()
    {
        Directory = FilePath.FromText(_scratch.Path), FileLength = Length, RequestSizes = [1, 4096, 65_536], Repetitions = 1, Seed = 1,
    };

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData(IoMode.Buffered)]
    [InlineData(IoMode.Direct)]
    public void Every_size_is_written_whole_and_durable_and_nothing_is_left(IoMode mode)
    {
        Capability.Require("direct I/O", mode != IoMode.Direct || ModeSupport.In(FilePath.FromText(_scratch.Path), IoMode.Direct).Refusal is null);
        ResultDocument document = Run(Options with { Mode = mode, RequestSizes = [4096, 98_304] });

        Assert.Equal(6, document.Cells.Count);
        Assert.All(document.Cells, cell =>
        {
            Assert.Equal(CellState.Done, cell.State);
            long size = CreationLine.SizeOf(cell);
            Assert.Equal(Length / size * size, cell[Metrics.BytesWritten]!.Median);
            Assert.Equal(Length / size, cell[Metrics.Records]!.Median);
            Assert.True(cell[Metrics.ElapsedToDurable]!.Median >= cell[Metrics.Elapsed]!.Median);
            Assert.NotNull(cell[Metrics.CpuPerByte]);
        });
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void A_file_has_before_its_writes_what_its_preallocation_says()
    {
        using var volume = new TestVolume("ext4", "64M");

        Assert.Equal((1 * Length, 1 * Length), AfterFirstMiB(volume, CreationLabels.None));
        Assert.Equal((8 * Length, 1 * Length), AfterFirstMiB(volume, CreationLabels.Length));
        Assert.Equal((8 * Length, 8 * Length), AfterFirstMiB(volume, CreationLabels.Reserved));
        Assert.False(File.Exists(volume.File("created")));
    }

    [Fact]
    public void A_trial_is_watched_on_the_volume_that_it_writes_to()
    {
        using var volume = new TestVolume("ext4", "64M");
        ExperimentPlan plan = new CreationExperiment(Options).Plan(DateTimeOffset.UnixEpoch);

        TrialVolumes volumes = new RunContext(plan, ProgressMonitor.None, TimeProvider.System).VolumesOf(Trial(volume, CreationLabels.None, Length));

        Assert.StartsWith("loop", volumes.Target.Name, StringComparison.Ordinal);
        Assert.Equal(volumes.Target, volumes.Source);
    }

    [Fact]
    public void What_lies_in_runs_is_counted_and_so_is_the_free_space()
    {
        using var volume = new TestVolume("ext4", "64M");
        Command.Shell($"fallocate -l 32M '{volume.File("filler")}'");
        Holes.Punch(volume.File("filler"), every: 262144, length: 131072);
        Command.Shell($"fallocate -l $(($(stat -f -c '%a * %S' '{volume.Path}') - 20 * 1048576)) '{volume.File("rest")}'");
        CreationTrial trial = Trial(volume, CreationLabels.Reserved, 8 * Length);
        ProgressMonitor none = ProgressMonitor.None;

        trial.Prepare(none);
        TrialWork work = trial.Run(none);
        Assert.True(trial.MakeDurable(none));
        string filefrag = Command.Shell($"filefrag '{volume.File("created")}'");
        TrialEnd end = trial.Finish(work);

        Assert.Contains(FormattableString.Invariant($" {end.Metrics[Metrics.FileFragments.Name]} extents found"), filefrag, StringComparison.Ordinal);
        Assert.InRange(end.Metrics[Metrics.FileFragments.Name], 2, 128);
        Assert.InRange(end.Metrics[Metrics.FreeRuns.Name], 128, 200);
        Assert.Equal(131_072, end.Metrics[Metrics.FreeRunMedian.Name]);
        Assert.Empty(end.Facts);
    }

    [Fact]
    public void A_clean_and_a_fragmented_volume_are_compared_in_one_result_and_removed()
    {
        Capability.RequireRoot();
        ResultDocument document = Run(Options with
        {
            Image = new ImageOptions(96 << 20, ImageFileSystem.Ext4),
            FileLength = 4 * Length,
            RequestSizes = [65_536],
            Repetitions = 2,
        });

        Assert.Equal([CreationLabels.Clean, CreationLabels.Fragmented], document.Cells.Select(cell => cell.Labels[CreationLabels.StateAxis]).Distinct());
        Assert.All(document.Cells, cell =>
        {
            bool isTorn = cell.Labels[CreationLabels.StateAxis] == CreationLabels.Fragmented;
            Assert.Equal((CellState.Done, Verdict.Device), (cell.State, cell.Verdicts.Write!.Value));
            Assert.InRange(cell[Metrics.FileFragments]!.Median, isTorn ? 32 : 1, isTorn ? 64 : 4);
            Assert.InRange(cell[Metrics.FreeRuns]!.Median, isTorn ? 300 : 1, isTorn ? 800 : 32);

            // Of the loop device alone: four writes of 64 KiB in a row become one request, where nothing lies between them.
            Assert.InRange(cell[Metrics.DeviceWriteRequests]!.Median, isTorn ? 32 : 1, isTorn ? 128 : 48);
            Assert.InRange(cell[Metrics.DeviceWriteBytes]!.Median, 4 * Length, 5 * Length);
        });
        Assert.Contains(document.Conclusions, one => one.Code == "creation_fragmentation");
        Assert.Contains(document.Conclusions, one => one.Code == "loop_cost");
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
        Assert.DoesNotContain(_scratch.Path, File.ReadAllText("/proc/mounts"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(64, 5000, "--hole-size 5000 B is not a multiple of 4 KiB")]
    [InlineData(3, 65_536, "files of 1 MiB are more than a quarter of --image 3 MiB")]
    [InlineData(64, 1 << 30, "--hole-size 1 GiB does not fit several times into 64 MiB")]
    [InlineData(1 << 20, 65_536, "more than 262,144 holes")]
    public void Volumes_that_cannot_be_are_a_matter_of_usage(long mebibytes, long hole, string told)
    {
        ExperimentException refused = Assert.Throws<ExperimentException>(() => new CreationExperiment(
            Options with { Image = new ImageOptions(mebibytes * Length, ImageFileSystem.Ext4), Hole = hole }).Plan(default));
        Assert.Equal(Outcome.Usage, refused.Outcome);
        Assert.Contains(told, refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Where_nobody_tells_how_files_lie_the_reason_is_in_the_result()
    {
        using var volume = new TestVolume("tmpfs", "16M");

        ResultDocument document = Run(Options with { Directory = FilePath.FromText(volume.Path), RequestSizes = [65_536] });

        Assert.All(document.Cells, cell =>
        {
            Assert.Equal((CellState.Done, Verdict.Cache), (cell.State, cell.Verdicts.Write!.Value));
            Assert.Null(cell[Metrics.FileFragments]);
            Assert.Null(cell[Metrics.FreeRuns]);
            Assert.StartsWith("tmpfs does not ", cell.Runs[0].Facts[CreationLabels.UnknownFact], StringComparison.Ordinal);
        });
        Assert.Equal(["creation_not_ranked"], document.Conclusions.Select(one => one.Code));
    }

    [Fact]
    public void Small_requests_write_less_and_the_plan_says_so()
    {
        ExperimentPlan plan = new CreationExperiment(Options with { RequestSizes = [1, 2, 4], FileLength = 64 << 20 }).Plan(DateTimeOffset.UnixEpoch);

        Assert.Equal([16 << 20, 32 << 20, 64 << 20], plan.Preview.Cells.Take(3).Select(cell => (Options with { FileLength = 64 << 20 }).LengthOf((int)CreationLine.SizeOf(cell))));
        Assert.Contains(
            "64 MiB, but 16 MiB with requests of 1 B and 32 MiB with requests of 2 B (so that a run stays below a second)",
            plan.Facts.Single(fact => fact.Label == "file").Text, StringComparison.Ordinal);
        Assert.Equal(3 * (112 << 20), plan.WriteBytes);
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void Direct_requests_that_no_device_takes_are_skipped_with_the_reason()
    {
        Capability.RequireRoot();
        ExperimentPlan plan = new CreationExperiment(Options with
        {
            Image = new ImageOptions(64 << 20, ImageFileSystem.Ext4),
            Mode = IoMode.Direct,
            RequestSizes = [1000, 8192],
        }).Plan(DateTimeOffset.UnixEpoch);

        Assert.Equal(
            [(1000, CellState.Skipped, "direct requests are multiples of 4096 bytes here"), (8192, CellState.Pending, null)],
            plan.Preview.Cells.Take(2).Select(cell => (CreationLine.SizeOf(cell), cell.State, cell.Reason)));
    }

    [Theory]
    [InlineData(0, Length, "requests of 0 bytes are out of range")]
    [InlineData(-1, Length, "requests of -1 bytes are out of range")]
    [InlineData(1 << 30, 1L << 35, "requests of 1 GiB are out of range")]
    [InlineData(65_536, 4096, "requests of 64 KiB are larger than the file of 4 KiB")]
    [InlineData(1, 0, "files must have 1 byte to 1 TiB, not 0 bytes")]
    public void Sizes_that_cannot_be_are_a_matter_of_usage(int request, long length, string told)
    {
        ExperimentException refused = Assert.Throws<ExperimentException>(
            () => new CreationExperiment(Options with { RequestSizes = [request], FileLength = length }).Plan(default));
        Assert.Equal(Outcome.Usage, refused.Outcome);
        Assert.Contains(told, refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void More_than_the_volume_holds_is_refused_before_the_start() => Assert.Equal(
        Outcome.OutOfSpace,
        Assert.Throws<ExperimentException>(
            () => new CreationExperiment(Options with { RequestSizes = [65_536], FileLength = 1L << 40 }).Plan(default)).Outcome);

    // Length and allocated bytes of a file of 8 MiB when its first MiB is written.
    private static (long Length, long Allocated) AfterFirstMiB(TestVolume volume, string preallocation)
    {
        CreationTrial trial = Trial(volume, preallocation, 8 * Length);
        var seen = default(FileStatus);
        using var stop = new CancellationTokenSource();
        var monitor = new ProgressMonitor(
            _ =>
            {
                NativePlatform.Files.StatusOf(FilePath.FromText(volume.File("created")), out seen);
                stop.Cancel();
            },
            stop.Token);
        trial.Prepare(monitor);
        Assert.Throws<OperationCanceledException>(() => trial.Run(monitor));
        trial.Finish(null);
        return (seen.Length, seen.AllocatedBytes);
    }

    private static CreationTrial Trial(TestVolume volume, string preallocation, long length)
    {
        var directory = FilePath.FromText(volume.Path);
        return new CreationTrial(
            new CreationCase(CreationLabels.AsIs, preallocation, 65_536, length),
            CreationVolume.Of(CreationLabels.AsIs, directory, CancellationToken.None), IoMode.Direct, seed: 1);
    }

    private static ResultDocument Run(CreationOptions options)
    {
        var task = new ExperimentTask { Experiment = new CreationExperiment(options) };
        var runner = new ExperimentRunner(TimeProvider.System);
        ExperimentResult result = runner.Run(task, runner.ShortPlan(task), null, CancellationToken.None);
        Assert.Null(result.Failure);
        return result.Document;
    }
}
