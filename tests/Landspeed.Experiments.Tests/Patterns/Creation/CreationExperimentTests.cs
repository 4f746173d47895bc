using Landspeed.Experiments.Patterns.Creation;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Results.Creation;
using Landspeed.Experiments.Rounds;
using Landspeed.Files;
using Landspeed.Platform;
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
        ResultDocument document = Run(Options with { Mode = mode, RequestSizes = [4096, 65_536, 98_304] });

        Assert.Equal(9, document.Cells.Count);
        if (mode == IoMode.Direct && document.Cells.All(cell => cell.State == CellState.Skipped))
        {
            Assert.Skip("this machine lacks direct I/O in the directory of the tests");
        }

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

    // Of a file of 8 MiB, seen when its first MiB is written.
    [Theory]
    [InlineData(CreationLabels.None, 1, 1)]
    [InlineData(CreationLabels.Length, 8, 1)]
    [InlineData(CreationLabels.Reserved, 8, 8)]
    public void A_file_has_before_its_writes_what_its_preallocation_says(string preallocation, long length, long allocated)
    {
        using var volume = new TestVolume("ext4", "64M");
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

        Assert.Equal((length * Length, allocated * Length), (seen.Length, seen.AllocatedBytes));
        Assert.False(File.Exists(volume.File("created")));
    }

    [Fact]
    public void What_lies_in_runs_is_counted_and_so_is_the_free_space()
    {
        using var volume = new TestVolume("ext4", "64M");
        Command.Shell($"fallocate -l 32M '{volume.File("filler")}' && for i in $(seq 0 127); do fallocate -p -o $((i * 262144)) -l 131072 '{volume.File("filler")}'; done");
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
        using var volume = new TestVolume("ext4", "64M", sectorSize: 4096);
        ExperimentPlan plan = new CreationExperiment(
            Options with { Directory = FilePath.FromText(volume.Path), Mode = IoMode.Direct, RequestSizes = [1000, 8192] }).Plan(DateTimeOffset.UnixEpoch);

        Assert.Equal(
            [(1000, CellState.Skipped, "direct requests are multiples of 4096 bytes here"), (8192, CellState.Pending, null)],
            plan.Preview.Cells.Take(2).Select(cell => (CreationLine.SizeOf(cell), cell.State, cell.Reason)));
    }

    [Fact]
    public void A_stop_leaves_nothing_and_what_was_measured_stays()
    {
        using var stop = new CancellationTokenSource();
        var runner = new ExperimentRunner(TimeProvider.System);
        var task = new ExperimentTask { Experiment = new CreationExperiment(Options with { Repetitions = 3 }) };

        ExperimentResult result = runner.Run(task, runner.Plan(task), new StopAfter(stop, runs: 3), stop.Token);

        Assert.True(result.Document.Partial);
        Assert.Contains(result.Document.Cells, cell => cell.State == CellState.Done);
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Theory]
    [InlineData(0, Length, "requests of 0 bytes cannot be")]
    [InlineData(-1, Length, "requests of -1 bytes cannot be")]
    [InlineData(1 << 30, 1L << 35, "requests of 1 GiB cannot be")]
    [InlineData(65_536, 4096, "requests of 64 KiB are larger than the file of 4 KiB")]
    [InlineData(1, 0, "files of 0 bytes cannot be")]
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
        ExperimentResult result = runner.Run(task, runner.Plan(task), null, CancellationToken.None);
        Assert.Null(result.Failure);
        return result.Document;
    }
}
