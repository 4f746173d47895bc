using Landspeed.Experiments.Patterns.Apis;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Tests.Results;
using Landspeed.Experiments.Tests.Rounds;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Patterns.Apis;

[Collection(ProcessWideCollection.Name)]
public sealed class ApisExperimentTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    private ApiOptions Options => new()
    {
        Directory = FilePath.FromText(_scratch.Path),
        FileLength = 1_000_000,
        RecordSizes = [65_536, 1024],
        Time = TimeSpan.FromMilliseconds(2),
        LargeTime = TimeSpan.FromMilliseconds(2),
        Repetitions = 1,
        Seed = 1,
    };

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void All_cells_that_can_be_are_done_and_nothing_is_left()
    {
        ResultDocument document = Run(Options, null, CancellationToken.None);

        Assert.DoesNotContain(document.Cells, cell => cell.State is CellState.Pending or CellState.Failed);
        Assert.All(document.Cells, cell => Assert.Equal(cell.State == CellState.Skipped, cell.Reason is not null));
        Assert.All(document.Cells.Where(cell => cell.State == CellState.Done), cell =>
        {
            bool reads = cell.Labels["operation"] == "read";
            bool flush = cell.Labels["flush"] == "on";
            Assert.True(cell.Runs[0][Metrics.Records] > 0);
            Assert.Equal((reads, !reads), (cell.Runs[0][Metrics.BytesRead] > 0, cell.Runs[0][Metrics.BytesWritten] > 0));
            Assert.Equal(!reads && flush, cell[Metrics.ElapsedToDurable] is not null);
        });
        Assert.Equal(((14 * 2) + 1) * 2 * 2 * 2, document.Cells.Count); // APIs × sizes, the whole file; orders, operations, flush
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Theory]
    [InlineData("filestream-async")]
    [InlineData("pipe")]
    public void Each_awaited_record_of_a_page_is_a_work_item_whose_wait_is_known_and_its_twin_has_none(string api)
    {
        const int Count = 4096;
        ResultDocument document = Run(
            Options with
            {
                Apis = [api, ApiLabels.TwinOf(api)!],
                FileLength = Count * 4096,
                RecordSizes = [4096],
                Orders = [ApiOrder.Sequential],
                Time = null,
                LargeTime = null,
            },
            null,
            CancellationToken.None);

        Assert.All(document.Cells.Where(cell => cell.Labels["api"] == api && cell.Labels["operation"] == "read"), cell =>
        {
            Assert.InRange(cell[Metrics.PoolItemsPerRequest]!.Median, 0.99, 1.01);
            Assert.InRange(cell[Metrics.PoolItemsTimed]!.Median, 100, Count / 4);
            Assert.InRange(cell[Metrics.PoolWait]!.Median, 10, cell[Metrics.Elapsed]!.Median / cell[Metrics.PoolItemsTimed]!.Median); // together they fit into the run
        });
        Assert.All(document.Cells.Where(cell => cell.Labels["api"] != api), cell =>
        {
            Assert.InRange(cell[Metrics.PoolItemsPerRequest]!.Median, 0, 0.01);
            Assert.Null(cell[Metrics.PoolItemsTimed]);
        });
    }

    [Theory]
    [InlineData(ApiFlush.On, 0)]
    [InlineData(ApiFlush.Off, 100)]
    public void A_run_begins_cold_or_warm_as_it_says(ApiFlush flush, double residentPct)
    {
        ApisExperiment experiment = Single(Options with { Flushes = [flush] });
        ITrial trial = Assert.Single(experiment.PrepareTrials(ProgressMonitor.None));

        TrialStart start = trial.Prepare(ProgressMonitor.None);

        Assert.Equal((residentPct, flush == ApiFlush.On), (start.ResidentPct, start.MustBeCold));
        Assert.True(start.Fragments >= 1);
        experiment.CleanUp();
    }

    [Fact]
    public void A_second_file_that_empties_nothing_is_reported()
    {
        ApisExperiment experiment = Single(Options with { Flushes = [ApiFlush.On], CacheFlush = CacheFlush.SecondFile });
        ITrial trial = Assert.Single(experiment.PrepareTrials(ProgressMonitor.None));
        File.ReadAllBytes(Path.Combine(Directory.GetFileSystemEntries(_scratch.Path, "landspeed-apis*")
            .Single(directory => File.Exists(Path.Combine(directory, "second"))), "test"));

        TrialStart start = trial.Prepare(ProgressMonitor.None);

        Assert.Equal((100.0, true), (start.ResidentPct, start.MustBeCold));
        experiment.CleanUp();
    }

    [Fact]
    public void A_stop_leaves_nothing()
    {
        using var stop = new CancellationTokenSource();
        ResultDocument document = Run(Options, new StopAfter(stop, runs: 5), stop.Token);
        Assert.True(document.Partial);
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    [InlineData(ApiOptions.MostRecordSize * 2)]
    public void Records_that_cannot_be_are_a_matter_of_usage(int size) => Assert.Equal(
        Outcome.Usage,
        Assert.Throws<ExperimentException>(() => new ApisExperiment(Options with { RecordSizes = [size] }).Plan(default)).Outcome);

    [Fact]
    public void More_than_the_volume_holds_is_refused_before_the_start() => Assert.Equal(
        Outcome.OutOfSpace,
        Assert.Throws<ExperimentException>(() => new ApisExperiment(Options with { FileLength = 1L << 55 }).Plan(default)).Outcome);

    [Fact]
    public void A_file_of_one_byte_is_measured()
    {
        ResultDocument document = Run(
            Options with { FileLength = 1, RecordSizes = [1] }, null, CancellationToken.None);
        Assert.DoesNotContain(document.Cells, cell => cell.State is CellState.Pending or CellState.Failed);
    }

    [Fact]
    public void On_tmpfs_what_goes_around_the_page_cache_is_skipped_with_its_reason()
    {
        using var volume = new TestVolume("tmpfs");

        ResultDocument document = Run(
            Options with
            {
                Directory = FilePath.FromText(volume.Path),
                Apis = ["filestream", "landspeed-direct", "landspeed-uncached"],
            },
            null,
            CancellationToken.None);

        Assert.All(document.Cells, cell => Assert.Equal(
            cell.Labels["api"] == "filestream" ? CellState.Done : CellState.Skipped, cell.State));
        Assert.All(document.Cells.Where(cell => cell.State == CellState.Skipped), cell =>
            Assert.Contains("tmpfs", cell.Reason, StringComparison.Ordinal));
        Assert.Empty(Directory.GetFileSystemEntries(volume.Path));
    }

    [Fact]
    public void Each_cell_reports_its_record_size_as_a_number()
    {
        var options = Options with { Apis = ["filestream", "file-bytes"], Orders = [ApiOrder.Sequential] };
        ResultDocument plan = new ApisExperiment(options).Plan(DateTimeOffset.UnixEpoch).Preview;

        ResultDocument document = Run(options, null, CancellationToken.None);

        Assert.All(plan.Cells.Concat(document.Cells), cell => Assert.Equal(
            cell.Labels["record_size"] switch { "1 KiB" => 1024, "64 KiB" => 65_536, _ => 1_000_000 },
            cell[Metrics.RecordBytes]!.Median));
    }

    [Fact]
    public void A_run_without_a_limit_moves_all_of_the_file_and_half_of_it_at_random()
    {
        ResultDocument document = Run(
            Options with { FileLength = 1 << 20, Apis = ["filestream"], RecordSizes = [4096], LargeTime = null }, null, CancellationToken.None);

        Assert.All(document.Cells, cell =>
        {
            Assert.Equal(100, cell[Metrics.WorkDone]!.Median);
            Assert.Equal(cell.Labels["order"] == "random" ? 1 << 19 : 1 << 20, cell.Runs[0].Bytes());
            Assert.DoesNotContain(cell.Findings, finding => finding.Code == "cut");
        });
    }

    [Fact]
    public void A_run_that_the_limit_ends_is_marked_with_the_share_that_it_did()
    {
        ResultDocument document = Run(
            Options with
            {
                FileLength = 1 << 22,
                Apis = ["filestream-0"],
                RecordSizes = [1, 65_536],
                Orders = [ApiOrder.Sequential],
                Operations = [ApiOperation.Read],
                Flushes = [ApiFlush.Off],
                LargeTime = null,
            },
            null,
            CancellationToken.None);

        (CellRecord small, CellRecord large) = (document.Cells[0], document.Cells[1]);
        Assert.InRange(small[Metrics.WorkDone]!.Median, 0.0001, 50);
        Assert.Equal(100.0 * small.Runs[0].Bytes() / (1 << 22), small[Metrics.WorkDone]!.Median, tolerance: 1e-9);
        Assert.Contains("of its work", Assert.Single(small.Findings, finding => finding.Code == "cut").Message, StringComparison.Ordinal);
        Assert.Equal(100, large[Metrics.WorkDone]!.Median); // from the size on where no limit holds
        Assert.Equal(("2000000", "4096"), (document.Setup.Options["time_limit_ns"], document.Setup.Options["whole_from_record_bytes"]));
    }

    [Fact]
    public void A_plan_says_how_long_whole_passes_take()
    {
        TimeSpan Estimate(ApiOptions options) => new ApisExperiment(options).Plan(default).EstimatedTime;
        ApiOptions options = Options with { FileLength = 1 << 20, Apis = ["filestream-0"], RecordSizes = [1], Orders = [ApiOrder.Sequential] };

        Assert.InRange(Estimate(options with { Time = null }).TotalSeconds, 1, 10); // four runs of a million calls
        Assert.InRange(Estimate(options with { Time = TimeSpan.FromMilliseconds(2) }).TotalSeconds, 0, 1);
    }

    [Fact]
    public void A_named_file_is_made_used_and_stays()
    {
        ApiOptions options = Options with { File = _scratch.FilePath("mine"), Apis = ["filestream", "file-bytes"] };

        Run(options, null, CancellationToken.None);
        Run(options with { FileLength = 500_000 }, null, CancellationToken.None);

        Assert.Equal([_scratch.File("mine")], Directory.GetFileSystemEntries(_scratch.Path));
        Assert.Equal(500_000, new FileInfo(_scratch.File("mine")).Length);
    }

    [Fact]
    public void A_file_of_somebody_else_is_refused_untouched()
    {
        File.WriteAllText(_scratch.File("theirs"), "precious");
        var experiment = new ApisExperiment(Options with { File = _scratch.FilePath("theirs") });

        Assert.Equal(Outcome.Refused, Assert.Throws<ExperimentException>(() => experiment.Plan(default)).Outcome);

        Assert.Equal("precious", File.ReadAllText(_scratch.File("theirs")));
    }

    [Fact]
    public void A_named_file_is_gone_when_making_it_is_stopped()
    {
        var experiment = new ApisExperiment(Options with { File = _scratch.FilePath("mine") });
        experiment.Plan(default);
        var stopped = new ProgressMonitor(null, new CancellationToken(canceled: true));

        Assert.ThrowsAny<OperationCanceledException>(() => experiment.Prepare(stopped));

        experiment.CleanUp();
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    private static ApisExperiment Single(ApiOptions options)
    {
        var experiment = new ApisExperiment(options with
        {
            Apis = ["filestream"],
            RecordSizes = [4096],
            Orders = [ApiOrder.Sequential],
            Operations = [ApiOperation.Read],
        });
        experiment.Plan(DateTimeOffset.UnixEpoch);
        return experiment;
    }

    private static ResultDocument Run(ApiOptions options, IProgress<ExperimentProgress>? progress, CancellationToken stop)
    {
        var runner = new ExperimentRunner(TimeProvider.System);
        var task = new ExperimentTask { Experiment = new ApisExperiment(options) };
        ExperimentResult result = runner.Run(task, runner.ShortPlan(task), progress, stop);
        Assert.Null(result.Failure);
        return result.Document;
    }
}
