using Landspeed.Experiments.Host;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Rounds;
using Landspeed.Platform;

namespace HarnessBenchmark;

/// <summary>An experiment of trials that do nothing.</summary>
internal sealed class EmptyExperiment(string place, int cells, int rounds) : IExperiment
{
    private readonly string[] _names = [.. Enumerable.Range(0, cells).Select(cell => $"empty-{cell}")];

    public IEnumerable<ICase> WarmUps => Enumerable.Range(0, 50).Select(index => new EmptyTrial("warm-up"));

    public ExperimentPlan Plan(DateTimeOffset now) => new()
    {
        Preview = ResultPreview.Of(
            ("empty", null),
            EnvironmentProbe.Place(PlaceRoles.Directory, FilePath.FromText(place)),
            new SetupRecord { Seed = 1, Rounds = rounds, Axes = ["cell"] },
            [.. _names.Select(name => ResultPreview.Cell(name, [("cell", name)]))],
            now),
        Facts = [],
        Uses = [(FilePath.FromText(place), "the directory")],
        SpaceNeededBytes = 0,
        PreparationBytes = 0,
        ReadBytes = 0,
        WriteBytes = 0,
        EstimatedTime = TimeSpan.Zero,
    };

    public IReadOnlyList<ICase> Prepare(TrialControl control) => [.. _names.Select(name => new EmptyTrial(name))];

    public void CleanUp()
    {
    }
}

/// <summary>A trial that does nothing, and says that it read one byte so that a rate can be made of it.</summary>
internal sealed class EmptyTrial(string name) : ITrial
{
    private static readonly TrialWork s_nothing = new() { BytesRead = 1 };

    public string Name => name;

    public TrialStart Prepare(TrialControl control) => TrialStart.Unknown;

    public TrialWork Run(TrialControl control) => s_nothing;
}
