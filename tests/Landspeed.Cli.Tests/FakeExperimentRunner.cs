using Landspeed.Experiments.Rounds;
using Landspeed.Results;

namespace Landspeed.Cli.Tests;

/// <summary>A runner of experiments that runs nothing and answers as a test wants.</summary>
internal sealed class FakeExperimentRunner : IExperimentRunner
{
    public ExperimentTask? Planned { get; private set; }

    public bool Ran { get; private set; }

    public bool Abandoned { get; private set; }

    public bool Forgot { get; private set; }

    /// <summary>The seed of the experiment to resume.</summary>
    public ulong KeptSeed { get; init; } = 17;

    /// <summary>The result, given the document before the first run and where to report.</summary>
    public Func<ResultDocument, IProgress<ExperimentProgress>?, ExperimentResult> Runs { get; init; } =
        (preview, _) => new ExperimentResult(preview, Failure: null);

    public SetupRecord SetupOf(string journal, string word) => new() { Seed = KeptSeed };

    public ExperimentPlan Plan(ExperimentTask task)
    {
        Planned = task;
        return task.Experiment.Plan(new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero));
    }

    public ExperimentResult Run(
        ExperimentTask task, ExperimentPlan plan, IProgress<ExperimentProgress>? progress, CancellationToken stop)
    {
        Ran = true;
        return Runs(plan.Preview, progress);
    }

    public void Forget(ExperimentTask task) => Forgot = true;

    public void Abandon() => Abandoned = true;
}
