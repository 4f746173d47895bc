using Landspeed.Experiments.Patterns.Apis;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Statistics;
using Landspeed.Experiments.Trials;
using Landspeed.Platform;
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
        Seed = 1,
    };

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void All_cells_that_can_be_are_done_and_nothing_is_left()
    {
        ExperimentDocument document = Run(Options, null, CancellationToken.None);

        Assert.DoesNotContain(document.Cells, cell => cell.State is CellState.Pending or CellState.Failed);
        Assert.All(document.Cells, cell => Assert.Equal(cell.State == CellState.Skipped, cell.Reason is not null));
        Assert.All(document.Cells.Where(cell => cell.State == CellState.Done), cell =>
        {
            bool reads = cell.Labels["operation"] == "read";
            bool flush = cell.Labels["flush"] == "on";
            Assert.True(cell.Runs[0].Records > 0);
            Assert.Equal((reads, !reads), (cell.Runs[0].BytesRead > 0, cell.Runs[0].BytesWritten > 0));
            Assert.Equal(!reads && flush, cell.ElapsedToDurableNs is not null);
        });
        Assert.Equal(((14 * 2) + 1) * 2 * 2 * 2, document.Cells.Count); // APIs × sizes, the whole file; orders, operations, flush
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Theory]
    [InlineData(ApiFlush.On, 0)]
    [InlineData(ApiFlush.Off, 100)]
    public void A_run_begins_cold_or_warm_as_it_says(ApiFlush flush, double residentPct)
    {
        ApisExperiment experiment = Single(Options with { Flushes = [flush] });
        ITrial trial = Assert.Single(experiment.Prepare(TrialControl.None));

        TrialStart start = trial.Prepare(TrialControl.None);

        Assert.Equal((residentPct, flush == ApiFlush.On), (start.ResidentPct, start.MustBeCold));
        Assert.True(start.Fragments >= 1);
        experiment.CleanUp();
    }

    [Fact]
    public void A_second_file_that_empties_nothing_is_told()
    {
        ApisExperiment experiment = Single(Options with { Flushes = [ApiFlush.On], CacheFlush = CacheFlush.SecondFile });
        ITrial trial = Assert.Single(experiment.Prepare(TrialControl.None));
        File.ReadAllBytes(Path.Combine(Directory.GetFileSystemEntries(_scratch.Path, "landspeed-apis*")
            .Single(directory => File.Exists(Path.Combine(directory, "second"))), "test"));

        TrialStart start = trial.Prepare(TrialControl.None);

        Assert.Equal((100.0, true), (start.ResidentPct, start.MustBeCold));
        experiment.CleanUp();
    }

    [Fact]
    public void A_stop_leaves_nothing()
    {
        using var stop = new CancellationTokenSource();
        ExperimentDocument document = Run(Options, new StopAfter(stop, runs: 5), stop.Token);
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
    public void More_than_the_volume_holds_is_told_before_the_start() => Assert.Equal(
        Outcome.OutOfSpace,
        Assert.Throws<ExperimentException>(() => new ApisExperiment(Options with { FileLength = 1L << 55 }).Plan(default)).Outcome);

    [Fact]
    public void A_file_of_one_byte_is_measured()
    {
        ExperimentDocument document = Run(
            Options with { FileLength = 1, RecordSizes = [1] }, null, CancellationToken.None);
        Assert.DoesNotContain(document.Cells, cell => cell.State is CellState.Pending or CellState.Failed);
    }

    [Fact]
    public void Conclusions_name_the_best_and_the_spread()
    {
        ExperimentCellRecord Cell(string api, string size, double rate) => ExperimentPreview.Cell($"{api}-{size}",
            [("api", api), ("record_size", size), ("order", "sequential"), ("operation", "read"), ("flush", "on")]) with
            {
                State = CellState.Done,
                ReadVerdict = Verdict.Device,
                ThroughputBytesPerS = RunValues.Interval([rate]),
            };

        IReadOnlyList<AdviceRecord> advice = ApisAdvice.Of(
        [
            Cell("slow", "1 B", 1e6), Cell("fast", "1 B", 4e6), Cell("slow", "4 KiB", 5e8), Cell("fast", "4 KiB", 6e8),
            Cell("slow", "64 KiB", 5e8), Cell("fast", "64 KiB", 1.5e9),
        ]);

        Assert.Equal(["best_at_4_kib", "small_records", "spread_of_apis"], advice.Select(sentence => sentence.Code));
        Assert.Contains("fast, 600 MB/s", advice[0].Text, StringComparison.Ordinal);
        Assert.Contains("3.0 times", advice[2].Text, StringComparison.Ordinal);
        Assert.Contains("no longer", advice[2].Text, StringComparison.Ordinal);
        Assert.Empty(ApisAdvice.Of(
            [Cell("slow", "4 KiB", 5e8) with { ReadVerdict = Verdict.Cache }, Cell("fast", "4 KiB", 6e8) with { ReadVerdict = Verdict.Cache }]));
    }

    private static ApisExperiment Single(ApiOptions options)
    {
        var experiment = new ApisExperiment(options with
        {
            Apis = ["filestream"], RecordSizes = [4096], Orders = [ApiOrder.Sequential], Operations = [ApiOperation.Read],
        });
        experiment.Plan(DateTimeOffset.UnixEpoch);
        return experiment;
    }

    private static ExperimentDocument Run(ApiOptions options, IProgress<ExperimentProgress>? progress, CancellationToken stop)
    {
        var runner = new ExperimentRunner(TimeProvider.System);
        var task = new ExperimentTask { Experiment = new ApisExperiment(options) };
        ExperimentResult result = runner.Run(task, runner.Plan(task), progress, stop);
        Assert.Null(result.Failure);
        return result.Document;
    }
}
