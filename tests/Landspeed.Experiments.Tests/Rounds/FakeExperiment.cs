using Landspeed.Experiments.Host;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Rounds;

/// <summary>An experiment on given trials, of a test or of <c>benchmarks/harness</c>.</summary>
internal sealed class FakeExperiment(string directory, int repetitions, params ITrial[] trials) : IExperiment
{
    public int CleanUps { get; private set; }

    public int Preparations { get; private set; }

    public string Option { get; init; } = "as it is";

    public ulong Seed { get; init; } = 5;

    public IReadOnlyList<string> Skipped { get; init; } = [];

    public Action Preparing { get; init; } = () => { };

    public IEnumerable<ICase> WarmUps { get; init; } = [];

    public ExperimentPlan Plan(DateTimeOffset now) => new()
    {
        Preview = ResultPreview.Of(
            ("fake", null),
            EnvironmentProbe.Place(PlaceRoles.Directory, FilePath.FromText(directory)),
            new SetupRecord
            {
                Seed = Seed,
                Rounds = repetitions,
                Axes = ["letter"],
                Options = new Dictionary<string, string> { ["option"] = Option },
            },
            [
                .. trials.Select(trial => ResultPreview.Cell(trial.Name, [("letter", trial.Name)])),
                .. Skipped.Select(name => ResultPreview.Cell(name, [("letter", name)], "cannot be")),
            ],
            now),
        Facts = [],
        Uses = [(FilePath.FromText(directory), "the directory")],
        SpaceNeededBytes = 0,
        PreparationBytes = 0,
        ReadBytes = 0,
        WriteBytes = 0,
        EstimatedTime = TimeSpan.Zero,
        BaselineRunTime = null,
    };

    public IReadOnlyList<ICase> Prepare(ProgressMonitor monitor)
    {
        Preparations++;
        Preparing();
        return trials;
    }

    public IReadOnlyList<ConclusionRecord> Conclude(IReadOnlyList<CellRecord> cells) =>
        cells.All(cell => cell.State == CellState.Done) ? [new ConclusionRecord("all", "All done.")] : [];

    public void CleanUp() => CleanUps++;
}
