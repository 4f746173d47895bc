using Landspeed.Experiments.Patterns.Styles;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Tests.Results;
using Landspeed.Experiments.Tests.Rounds;
using Landspeed.Files;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Patterns.Styles;

[Collection(ProcessWideCollection.Name)]
public sealed class StylesExperimentTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    private StylesOptions Options => new()
    {
        Directory = FilePath.FromText(_scratch.Path), Records = 2000, Repetitions = 1, Seed = 1,
    };

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void All_cells_are_done_and_nothing_is_left()
    {
        ResultDocument document = Run(Options, CancellationToken.None);

        CellRecord skipped = Assert.Single(document.Cells, cell => cell.State != CellState.Done);
        Assert.Equal(("create-landspeed-line", CellState.Skipped), (skipped.Name, skipped.State));
        Assert.All(document.Cells.Where(cell => cell.State == CellState.Done), cell =>
        {
            Assert.Equal(2000, cell.Runs[0][Metrics.Records]);
            Assert.Equal(200_000, cell.Runs[0].Bytes());
            Assert.Equal(cell.Labels["operation"] == "create", cell[Metrics.ElapsedToDurable] is not null);
        });
        Assert.Contains(document.Conclusions, advice => advice.Code is "read_fastest" or "read_not_ranked");
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void What_is_awaited_counts_work_items_and_says_why_so_few_have_no_wait()
    {
        ResultDocument document = Run(Options with { Styles = ["pipe", "block"] }, CancellationToken.None);

        Assert.All(document.Cells.Where(cell => cell.Labels["style"] == "pipe"), cell =>
        {
            Assert.InRange(cell[Metrics.PoolItems]!.Median, 3, 8); // 200 kB in blocks of 64 KiB
            Assert.Null(cell[Metrics.PoolWait]);
            Assert.EndsWith("work items timed, 100 are needed", cell.Runs[0].Facts["pool_wait_missing"], StringComparison.Ordinal);
        });
        Assert.All(document.Cells.Where(cell => cell.Labels["style"] == "block"), cell =>
        {
            Assert.Equal(0, cell[Metrics.PoolItems]!.Median);
            Assert.Empty(cell.Runs[0].Facts);
        });
    }

    [Fact]
    public void Only_the_styles_that_were_asked_for_are_run()
    {
        ExperimentPlan plan = new StylesExperiment(Options with { Styles = ["line", "byte"] }).Plan(DateTimeOffset.UnixEpoch);
        Assert.Equal(["create-byte", "read-byte", "create-line", "read-line"], plan.Preview.Cells.Select(cell => cell.Name));
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void A_wrong_byte_fails_the_cell()
    {
        var experiment = new StylesExperiment(Options with { File = _scratch.FilePath("records"), Styles = ["block"] });
        experiment.Plan(DateTimeOffset.UnixEpoch);
        ITrial read = experiment.PrepareTrials(ProgressMonitor.None).Single(trial => trial.Name == "read-block");
        using (FileStream file = File.OpenWrite(_scratch.File("records")))
        {
            file.Position = 1234;
            file.WriteByte(0xFF);
        }

        read.Prepare(ProgressMonitor.None);
        TrialWork work = read.Run(ProgressMonitor.None);

        ExperimentException wrong = Assert.Throws<ExperimentException>(() => read.Finish(work));
        Assert.Equal(Outcome.Mismatch, wrong.Outcome);
        experiment.CleanUp();
    }

    [Fact]
    public void A_read_finds_the_file_cold()
    {
        var experiment = new StylesExperiment(Options with { Styles = ["block"] });
        experiment.Plan(DateTimeOffset.UnixEpoch);
        ITrial read = experiment.PrepareTrials(ProgressMonitor.None).Single(trial => trial.Name == "read-block");
        TrialStart start = read.Prepare(ProgressMonitor.None);
        bool inMemory = FileSystemOf(_scratch.Path).IsInMemory;
        Assert.Equal((inMemory ? 100.0 : 0.0, true), (start.ResidentPct, start.MustBeCold));
        experiment.CleanUp();
    }

    [Fact]
    public void A_file_of_somebody_else_is_refused_untouched()
    {
        File.WriteAllText(_scratch.File("theirs"), "precious");
        var experiment = new StylesExperiment(Options with { File = _scratch.FilePath("theirs") });

        ExperimentException refused = Assert.Throws<ExperimentException>(() => experiment.Plan(DateTimeOffset.UnixEpoch));

        Assert.Equal(Outcome.Refused, refused.Outcome);
        Assert.Equal("precious", File.ReadAllText(_scratch.File("theirs")));
    }

    [Fact]
    public void A_file_that_takes_the_name_after_the_plan_is_refused_untouched()
    {
        var experiment = new StylesExperiment(Options with { File = _scratch.FilePath("late") });
        experiment.Plan(DateTimeOffset.UnixEpoch);
        File.WriteAllText(_scratch.File("late"), "precious");

        Assert.Equal(Outcome.Refused, Assert.Throws<ExperimentException>(() => experiment.Prepare(ProgressMonitor.None)).Outcome);

        experiment.CleanUp();
        Assert.Equal("precious", File.ReadAllText(_scratch.File("late")));
    }

    [Fact]
    public void A_named_file_stays_and_may_be_made_anew()
    {
        StylesOptions options = Options with { File = _scratch.FilePath("mine"), Styles = ["block"] };
        Run(options, CancellationToken.None);
        Run(options with { Records = 1000 }, CancellationToken.None);
        Assert.Equal(100_000, new FileInfo(_scratch.File("mine")).Length);
        Assert.Equal([_scratch.File("mine")], Directory.GetFileSystemEntries(_scratch.Path, "m*"));
    }

    [Fact]
    public void A_stop_leaves_nothing()
    {
        using var stop = new CancellationTokenSource();
        var runner = new ExperimentRunner(TimeProvider.System);
        var task = new ExperimentTask { Experiment = new StylesExperiment(Options with { Repetitions = 3 }) };
        ExperimentPlan plan = runner.ShortPlan(task);

        ExperimentResult result = runner.Run(task, plan, new StopAfter(stop, runs: 3), stop.Token);

        Assert.True(result.Document.Partial);
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(StylesOptions.MostRecords + 1)]
    public void Counts_out_of_range_are_a_matter_of_usage(long records) => Assert.Equal(
        Outcome.Usage,
        Assert.Throws<ExperimentException>(() => new StylesExperiment(Options with { Records = records }).Plan(default)).Outcome);

    [Fact]
    public void More_than_the_volume_holds_is_refused_before_the_start() => Assert.Equal(
        Outcome.OutOfSpace,
        Assert.Throws<ExperimentException>(
            () => new StylesExperiment(Options with { Records = StylesOptions.MostRecords }).Plan(default)).Outcome);

    [Fact]
    public void A_missing_directory_is_reported() => Assert.Contains(
        "does not exist",
        Assert.Throws<ExperimentException>(
            () => new StylesExperiment(Options with { Directory = _scratch.FilePath("none") }).Plan(default)).Message,
        StringComparison.Ordinal);

    private static ResultDocument Run(StylesOptions options, CancellationToken stop)
    {
        var runner = new ExperimentRunner(TimeProvider.System);
        var task = new ExperimentTask { Experiment = new StylesExperiment(options) };
        ExperimentResult result = runner.Run(task, runner.ShortPlan(task), null, stop);
        Assert.Null(result.Failure);
        return result.Document;
    }

    private StorageFile FileSystemOf(string directory)
    {
        File.WriteAllText(Path.Combine(directory, "probe"), "x");
        return StorageFile.Open(_scratch.FilePath("probe"), new StorageFileOptions());
    }
}
