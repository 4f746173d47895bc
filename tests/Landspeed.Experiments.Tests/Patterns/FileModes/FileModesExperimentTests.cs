using Landspeed.Experiments.Patterns.FileModes;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Rounds;
using Landspeed.Platform;
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
        Assert.Equal(6 * 2, document.Cells.Select(cell => (cell.Labels["mode"], cell.Labels["file"])).Distinct().Count());
        Assert.Equal("17 of 17 outcomes are as documented.", Assert.Single(document.Conclusions).Text);
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Theory]
    [InlineData(FileMode.Open, true, FileModeOutcome.Truncated, FileModeOutcome.Opened)]
    [InlineData(FileMode.CreateNew, true, FileModeOutcome.Created, "IOException")]
    [InlineData(FileMode.Open, false, FileModeOutcome.Created, "FileNotFoundException")]
    public void Another_outcome_than_the_documented_fails_the_cell_with_what_was_seen(
        FileMode mode, bool exists, string documented, string seen)
    {
        var trial = new FileModeTrial(new FileModeCase(mode, FileAccess.ReadWrite, exists, documented), _scratch.FilePath("file"));
        trial.Prepare(ProgressMonitor.None);
        TrialWork work = trial.Run(ProgressMonitor.None);
        Assert.Equal(seen, Assert.Throws<ExperimentException>(() => trial.Finish(work)).Message);
        Assert.False(File.Exists(_scratch.File("file")));
    }

    [Fact]
    public void A_directory_that_cannot_be_written_is_reported()
    {
        var experiment = new FileModesExperiment(_scratch.FilePath("missing"), seed: 1);
        Assert.Contains(
            "does not exist", Assert.Throws<ExperimentException>(() => experiment.Plan(default)).Message, StringComparison.Ordinal);
    }
}
