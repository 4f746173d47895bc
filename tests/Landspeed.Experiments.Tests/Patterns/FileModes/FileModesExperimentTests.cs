using Landspeed.Experiments.Patterns.FileModes;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Patterns.FileModes;

[Collection(ProcessWideCollection.Name)]
public sealed class FileModesExperimentTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void All_outcomes_are_as_documented_and_nothing_is_left()
    {
        var runner = new ExperimentRunner(TimeProvider.System);
        var task = new ExperimentTask { Experiment = new FileModesExperiment(FilePath.FromText(_scratch.Path), seed: 1) };

        ResultDocument document = runner.Run(task, runner.Plan(task), null, CancellationToken.None).Document;

        Assert.All(document.Cells, cell => Assert.Equal(CellState.Done, cell.State));
        Assert.Equal(6 * 2, document.Cells.Where(cell => cell.Labels["file"] is "existing" or "missing")
            .Select(cell => (cell.Labels["mode"], cell.Labels["file"])).Distinct().Count());
        Assert.Equal("25 of 25 outcomes are as documented.", Assert.Single(document.Conclusions).Text);
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Theory]
    [InlineData(FileMode.Open, "existing", FileModeOutcome.Truncated, FileModeOutcome.Opened)]
    [InlineData(FileMode.CreateNew, "existing", FileModeOutcome.Created, "IOException")]
    [InlineData(FileMode.Open, "missing", FileModeOutcome.Created, "FileNotFoundException")]
    [InlineData(FileMode.Open, "forbidden", FileModeOutcome.Opened, "UnauthorizedAccessException")]
    [InlineData(FileMode.Open, "a directory", FileModeOutcome.Opened, "UnauthorizedAccessException")]
    [InlineData(FileMode.Open, "invalid path", FileModeOutcome.Opened, "ArgumentException")]
    [InlineData(FileMode.Open, "empty path", FileModeOutcome.Opened, "ArgumentException")]
    [InlineData(FileMode.Create, "no directory", FileModeOutcome.Created, "DirectoryNotFoundException")]
    [InlineData(FileMode.Create, "long name", FileModeOutcome.Created, "PathTooLongException")]
    public void Another_outcome_than_the_documented_fails_the_cell_with_what_was_seen(
        FileMode mode, string state, string documented, string seen)
    {
        OpenTarget target = Enum.GetValues<OpenTarget>().Single(one => new FileModeCase(mode, FileAccess.Read, one, documented).State == state);
        var trial = new FileModeTrial(new FileModeCase(mode, FileAccess.ReadWrite, target, documented), _scratch.FilePath("file"));
        trial.Prepare(ProgressMonitor.None);
        TrialWork work = trial.Run(ProgressMonitor.None);
        Assert.Equal(seen, Assert.Throws<ExperimentException>(() => trial.Finish(work)).Message);
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Theory]
    [InlineData(2, "2 of 2 outcomes are as documented.")]
    [InlineData(1, "1 of 2 outcomes is as documented, not cell 1.")]
    [InlineData(0, "0 of 2 outcomes are as documented, not cell 0 and cell 1.")]
    public void What_is_not_as_documented_is_named(int done, string sentence)
    {
        CellRecord[] cells = [.. Enumerable.Range(0, 2).Select(index => Cell(index, index < done ? CellState.Done : CellState.Failed))];

        Assert.Equal(sentence, Assert.Single(Conclude(cells)).Text);
    }

    [Fact]
    public void Before_all_modes_were_tried_nothing_is_concluded() => Assert.Empty(Conclude([Cell(0, CellState.Done), Cell(1, CellState.Pending)]));

    private IReadOnlyList<ConclusionRecord> Conclude(CellRecord[] cells) =>
        new FileModesExperiment(FilePath.FromText(_scratch.Path), seed: 1).Conclude(cells);

    private static CellRecord Cell(int index, CellState state) => ResultPreview.Cell($"cell {index}", []) with { State = state };

    [Fact]
    public void After_a_forbidden_file_the_thread_may_again_what_it_might_before()
    {
        var how = new FileModeCase(FileMode.Open, FileAccess.Read, OpenTarget.Forbidden, "UnauthorizedAccessException");
        FileModeOutcome.Arrange(_scratch.File("file"), how);

        Assert.Equal("UnauthorizedAccessException", FileModeOutcome.See(_scratch.File("file"), how));

        File.WriteAllText(_scratch.File("after"), "mine");
        Assert.Equal("mine", File.ReadAllText(_scratch.File("after")));
    }

    [Fact]
    public void A_directory_that_cannot_be_written_is_reported()
    {
        var experiment = new FileModesExperiment(_scratch.FilePath("missing"), seed: 1);
        Assert.Contains(
            "does not exist", Assert.Throws<ExperimentException>(() => experiment.Plan(default)).Message, StringComparison.Ordinal);
    }
}
