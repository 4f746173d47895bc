using Landspeed.Experiments.Host;
using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Results;

namespace Landspeed.Experiments.Patterns.FileModes;

/// <summary>Opens files in every FileMode, and compares the outcome with the documentation.</summary>
/// <param name="directory">Where files are created, in a subdirectory that is removed again.</param>
/// <param name="seed">Seed of the pseudo-random order.</param>
/// <param name="repetitions">Runs of each cell, 1 or more.</param>
public sealed class FileModesExperiment(FilePath directory, ulong seed, int repetitions = 1) : IExperiment
{
    private const long SpaceBytes = 1 << 20; // a file of some bytes, and its directory

    private volatile TrialDirectory? _directory;

    /// <inheritdoc/>
    public ExperimentPlan Plan(DateTimeOffset now)
    {
        TrialLeftovers leftovers = TrialParent.Check(directory, SpaceBytes, "free some space");
        return new ExperimentPlan
        {
            Preview = ResultPreview.Of(
                (ResultKinds.Patterns, ResultKinds.FileModes), EnvironmentProbe.Place(PlaceRoles.Directory, directory), Setup(), [.. FileModeCase.All.Select(Cell)], now),
            Facts = [("work", "open a file in every FileMode, existing and missing, and compare with what is documented")],
            Uses = [(directory, "directory of the test files")],
            Leftovers = leftovers,
            SpaceNeededBytes = SpaceBytes,
            PreparationBytes = 0,
            ReadBytes = 0,
            WriteBytes = 0,
            EstimatedTime = TimeSpan.FromSeconds(1),
            BaselineRunTime = null,
        };
    }

    /// <inheritdoc/>
    public IReadOnlyList<ICase> Prepare(ProgressMonitor monitor)
    {
        _directory = TrialDirectory.Create(directory, "modes");
        FilePath file = _directory.ForFramework.Join(FilePath.FromText("file"));
        return [.. FileModeCase.All.Select(how => new FileModeTrial(how, file))];
    }

    /// <inheritdoc/>
    public IReadOnlyList<ConclusionRecord> Conclude(IReadOnlyList<CellRecord> cells)
    {
        int asDocumented = cells.Count(cell => cell.State == CellState.Done);
        string[] others = [.. cells.Where(cell => cell.State != CellState.Done).Select(cell => cell.Name)];
        string but = others.Length == 0 ? string.Empty : $", not {AmountText.List(others)}";
        return cells.Any(cell => cell.State == CellState.Pending)
            ? []
            : [ConclusionCodes.OutcomesAsDocumented.Says(FormattableString.Invariant(
                $"{asDocumented} of {cells.Count} outcomes {(asDocumented == 1 ? "is" : "are")} as documented{but}."))];
    }

    /// <inheritdoc/>
    public void CleanUp() => _directory?.Dispose();

    private static CellRecord Cell(FileModeCase how) => ResultPreview.Cell(how.Name,
    [
        (FileModeLabels.ModeAxis, how.Mode.ToString()),
        (FileModeLabels.AccessAxis, how.Access.ToString()),
        (FileModeLabels.FileAxis, how.State),
        (FileModeLabels.DocumentedAxis, how.Documented),
    ]);

    private SetupRecord Setup() => new()
    {
        Seed = seed,
        Rounds = repetitions,
        Axes = [FileModeLabels.ModeAxis, FileModeLabels.AccessAxis, FileModeLabels.FileAxis, FileModeLabels.DocumentedAxis],
        Options = new Dictionary<string, string>(),
    };
}
