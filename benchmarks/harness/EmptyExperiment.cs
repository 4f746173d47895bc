using Landspeed.Experiments.Results;
using Landspeed.Experiments.Trials;
using Landspeed.Platform;

namespace HarnessBenchmark;

/// <summary>An experiment of trials that do nothing.</summary>
internal sealed class EmptyExperiment(string place, int cells, int rounds) : IExperiment
{
    private readonly string[] _names = [.. Enumerable.Range(0, cells).Select(cell => $"empty-{cell}")];

    public IEnumerable<ITrial> WarmUps => Enumerable.Range(0, 50).Select(index => new EmptyTrial("warm-up"));

    public ExperimentPlan Plan(DateTimeOffset now) => new()
    {
        Preview = ExperimentPreview.Of(
            "empty",
            FilePath.FromText(place),
            new ExperimentSetupRecord
            {
                Seed = 1, Repetitions = rounds, Axes = ["cell"], Options = new Dictionary<string, string>(),
            },
            [.. _names.Select(name => ExperimentPreview.Cell(name, [("cell", name)]))],
            now),
        Facts = [],
        Uses = [(FilePath.FromText(place), "the directory")],
        SpaceNeededBytes = 0,
        PreparationBytes = 0,
        ReadBytesPerRound = 0,
        WriteBytesPerRound = 0,
        EstimatedTime = TimeSpan.Zero,
    };

    public IReadOnlyList<ITrial> Prepare(TrialControl control) => [.. _names.Select(name => new EmptyTrial(name))];

    public void CleanUp()
    {
    }
}
