using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Sweeping;
using Landspeed.Experiments.Tests.Rounds;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Sweeping;

/// <summary>Real sweeps of small grids on real file systems; what a user would see in the result and on the volume.</summary>
public sealed partial class SweepRunnerTests : IDisposable
{
    private const int KiB = 1024;
    private const int MiB = 1024 * 1024;

    private static readonly ExperimentRunner s_runner = new(TimeProvider.System);
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void Every_cell_gets_all_its_runs_and_nothing_stays_behind()
    {
        SweepOptions options = Small() with
        {
            Operations = [MeasuredOperation.Read, MeasuredOperation.Write, MeasuredOperation.Extend],
            Modes = [IoMode.Direct, IoMode.Buffered],
            QueueDepths = [1, 4],
        };

        ResultDocument sweep = Run(options);

        // FileStream and four kinds of engine requests, three operations, two sizes.
        Assert.Equal(30, sweep.Cells.Count);
        Assert.All(sweep.Cells, cell =>
        {
            Assert.Equal(CellState.Done, cell.State);
            Assert.Equal(2, cell.Runs.Count);
            var point = SweepPoint.Of(cell);
            CaseRecord effective = cell.Runs[0].Case!.Effective;
            Assert.Equal((point.RequestSizeBytes, point.Mode, point.Operation), (effective.RequestSizeBytes, effective.Mode, effective.Operation));
            Assert.True(point.Throughput!.Median > 0);
            Assert.Equal(point.Operation != "read", cell[Metrics.ThroughputToReturn] is not null);
            Assert.All(cell.Runs, run => Assert.Empty(run.Latency?.Bins ?? []));
        });
        Assert.Equal(15, sweep.Curves.Count);
        Assert.InRange(sweep.Conclusions.Count, 2, 6);
        Assert.False(sweep.Partial);
        Assert.Empty(Directory.EnumerateFileSystemEntries(_scratch.Path));
    }

    [Theory]
    [InlineData(false, "which is made and removed again")]
    [InlineData(true, "which is made and stays")]
    public void The_plan_says_whether_the_files_stay(bool keep, string outcome)
    {
        SweepOptions options = Small() with { Operations = [MeasuredOperation.Read, MeasuredOperation.Extend], Keep = keep };

        (string Label, string Text)[] files = [.. new SweepExperiment(options).Plan(DateTimeOffset.UnixEpoch).Facts.Take(2)];

        Assert.Equal(["file", "extends"], files.Select(fact => fact.Label));
        Assert.All(files, fact => Assert.Contains($", {outcome}", fact.Text, StringComparison.Ordinal));
    }

    [Fact]
    public void Reads_begin_cold()
    {
        ResultDocument sweep = Run(Small() with { Operations = [MeasuredOperation.Read, MeasuredOperation.Write] });

        Assert.All(sweep.Cells.Where(cell => SweepPoint.Of(cell).Operation == "read").SelectMany(cell => cell.Runs), run =>
        {
            Assert.Equal(0, run.Reads!.ResidentBeforePct);
            Assert.True(run.Case!.Effective.Cold);
        });
    }

    [Fact]
    public void By_default_direct_curves_begin_at_the_alignment_and_FileStream_at_one_byte()
    {
        ExperimentPlan plan = s_runner.Plan(new ExperimentTask
        {
            Experiment = new SweepExperiment(new SweepOptions { Path = Scratch, Seed = 1, Size = 8 * MiB }),
        });
        SweepCell[] cells = [.. plan.Preview.Cells.Where(cell => cell.State == CellState.Pending).Select(SweepCell.Of)];

        long alignment = SweepSetup.Of(plan.Preview.Setup)!.DirectAlignmentBytes!.Value;
        long[] direct = [.. cells.Where(cell => cell is { Api: FileApi.Engine, Operation: MeasuredOperation.Read, QueueDepth: 8 })
            .Select(cell => cell.RequestSize)];
        Assert.Equal(alignment, direct[0]);
        Assert.All(direct, size => Assert.Equal(0, size % alignment));
        Assert.Equal(4 * MiB, direct[^1]);
        Assert.Equal(
            [1, 4, 16, 64, 256, KiB, 4 * KiB, 16 * KiB, 64 * KiB, 256 * KiB, MiB, 4 * MiB],
            cells.Where(cell => cell is { Api: FileApi.FileStream, Operation: MeasuredOperation.Write })
                .Select(cell => cell.RequestSize));
        Assert.Empty(Directory.EnumerateFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void Sizes_that_do_not_fit_direct_or_the_file_are_skipped_by_name()
    {
        ResultDocument sweep = Run(Small() with { RequestSizes = [100, 64 * KiB, 16 * MiB], Operations = [MeasuredOperation.Read] });

        CellRecord[] skipped = [.. sweep.Cells.Where(cell => cell.State == CellState.Skipped)];
        Assert.Equal(
            ["read-filestream-16MiB", "read-direct-100B-q1", "read-direct-16MiB-q1"],
            skipped.Select(cell => cell.Name));
        Assert.Contains("larger than the file", skipped[0].Reason, StringComparison.Ordinal);
        Assert.Contains("alignment", skipped[1].Reason, StringComparison.Ordinal);
        Assert.Equal(3, sweep.Cells.Count(cell => cell.State == CellState.Done));
    }

    [Fact]
    public void A_grid_of_nothing_that_can_be_measured_is_refused()
    {
        ExperimentException refusal = Assert.Throws<ExperimentException>(
            () => Run(Small() with { RequestSizes = [100], Apis = [FileApi.Engine] }));

        Assert.Equal(Outcome.Usage, refusal.Outcome);
        Assert.Contains("read-direct-100B-q1", refusal.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void FileStream_alone_with_direct_alone_has_no_cell()
    {
        ExperimentException refusal = Assert.Throws<ExperimentException>(
            () => Run(Small() with { Apis = [FileApi.FileStream], Modes = [IoMode.Direct] }));

        Assert.Equal(Outcome.Usage, refusal.Outcome);
    }

    [Fact]
    public void Two_sweeps_of_one_seed_have_the_same_order()
    {
        SweepOptions options = Small() with { Seed = 4711 };

        Assert.Equal(Order(options), Order(options));
        Assert.NotEqual(Order(options), Order(options with { Seed = 4712 }));
    }

    private FilePath Scratch => FilePath.FromText(_scratch.Path);

    private SweepOptions Small() => new()
    {
        Path = Scratch,
        RequestSizes = [4 * KiB, 64 * KiB],
        QueueDepths = [1],
        Repetitions = 2,
        Time = TimeSpan.FromMilliseconds(20),
        Bytes = MiB,
        Size = 8 * MiB,
        Seed = 1,
    };

    private static ResultDocument Run(SweepRequest options)
    {
        ExperimentResult result = Run(options, null, TestContext.Current.CancellationToken);
        Assert.Null(result.Failure);
        return result.Document;
    }

    private static ResultDocument RunWith(SweepRequest options, Action<ExperimentProgress> report) =>
        Run(options, report, TestContext.Current.CancellationToken).Document;

    private static ExperimentResult Run(SweepRequest request, Action<ExperimentProgress>? report, CancellationToken stop)
    {
        ExperimentTask task = request.Task();
        ExperimentPlan plan = s_runner.ShortPlan(task);
        ExperimentResult result = s_runner.Run(task, plan, report is null ? null : new EachReport(report), stop);
        if (!result.Document.Partial)
        {
            s_runner.Forget(task);
        }

        return result;
    }

    private static List<string> Order(SweepOptions options)
    {
        var order = new List<string>();
        Run(options, report => { if (report.CellEnded) order.Add(report.Cell!.Name); }, TestContext.Current.CancellationToken);
        return order;
    }

    /// <summary>Does something at each report.</summary>
    private sealed class EachReport(Action<ExperimentProgress> action) : IProgress<ExperimentProgress>
    {
        public void Report(ExperimentProgress value) => action(value);
    }

    /// <summary>A grid, and where its runs are kept.</summary>
    private sealed record SweepRequest(SweepOptions Options, string? Journal = null, bool Resume = false, bool KeepJournal = false)
    {
        public static implicit operator SweepRequest(SweepOptions options) => new(options);

        public ExperimentTask Task() => new()
        {
            Experiment = new SweepExperiment(Options), Journal = Journal, Resume = Resume, KeepJournal = KeepJournal,
        };
    }
}
