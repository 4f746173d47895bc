using Landspeed.Experiments.Results;
using Landspeed.Experiments.Trials;
using Landspeed.Platform;

namespace Landspeed.Experiments.Tests.Trials;

/// <summary>An experiment on trials that a test gives.</summary>
internal sealed class FakeExperiment(string place, int repetitions, params ITrial[] trials) : IExperiment
{
    public int CleanUps { get; private set; }

    public int Preparations { get; private set; }

    public string Option { get; init; } = "as it is";

    public ulong Seed { get; init; } = 5;

    public IReadOnlyList<string> Skipped { get; init; } = [];

    public Action Preparing { get; init; } = () => { };

    public IEnumerable<ITrial> WarmUps { get; init; } = [];

    public ExperimentPlan Plan(DateTimeOffset now) => new()
    {
        Preview = ExperimentPreview.Of(
            "fake",
            FilePath.FromText(place),
            new ExperimentSetupRecord
            {
                Seed = Seed,
                Repetitions = repetitions,
                Axes = ["letter"],
                Options = new Dictionary<string, string> { ["option"] = Option },
            },
            [
                .. trials.Select(trial => ExperimentPreview.Cell(trial.Name, [("letter", trial.Name)])),
                .. Skipped.Select(name => ExperimentPreview.Cell(name, [("letter", name)], "cannot be")),
            ],
            now),
        Facts = [],
        Uses = [(FilePath.FromText(place), "the directory")],
        SpaceNeededBytes = 0,
        PreparationBytes = 0,
        ReadBytesPerRound = 0,
        WriteBytesPerRound = 0,
        EstimatedTime = TimeSpan.Zero,
        HasBaseline = false,
    };

    public IReadOnlyList<ITrial> Prepare(TrialControl control)
    {
        Preparations++;
        Preparing();
        return trials;
    }

    public IReadOnlyList<AdviceRecord> Conclude(IReadOnlyList<ExperimentCellRecord> cells) =>
        cells.All(cell => cell.State == CellState.Done) ? [new AdviceRecord("all", "All done.")] : [];

    public void CleanUp() => CleanUps++;
}
