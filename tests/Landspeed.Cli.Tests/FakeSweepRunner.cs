using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Sweeping;
using Landspeed.Results;

namespace Landspeed.Cli.Tests;

/// <summary>A runner of sweeps that touches nothing and answers as a test wants.</summary>
internal sealed class FakeSweepRunner : IExperimentRunner
{
    public SweepOptions? Planned { get; private set; }

    public ExperimentTask? Task { get; private set; }

    public bool Ran { get; private set; }

    public bool Abandoned { get; private set; }

    public Exception? PlanFailure { get; init; }

    public Func<SweepOptions, bool, ExperimentPlan> Plans { get; init; } = Sweeps.PlanOf;

    /// <summary>Runs, given where to report.</summary>
    public Func<IProgress<ExperimentProgress>?, ExperimentResult> Runs { get; init; } = _ => new ExperimentResult(
        Sweeps.Document(Sweeps.Cell("4KiB", CellState.Done, 3), Sweeps.Cell("64KiB", CellState.Done, 3)), Failure: null);

    public bool Forgot { get; private set; }

    public SetupRecord SetupOf(string journal, string word) => Sweeps.Document().Setup;

    public ExperimentPlan Plan(ExperimentTask task)
    {
        Task = task;
        Planned = ((SweepExperiment)task.Experiment).Options;
        return PlanFailure is null ? Plans(Planned, task.Resume) : throw PlanFailure;
    }

    public ExperimentResult Run(
        ExperimentTask task, ExperimentPlan plan, IProgress<ExperimentProgress>? progress, CancellationToken stop)
    {
        Ran = true;
        return Runs(progress);
    }

    public void Forget(ExperimentTask task) => Forgot = true;

    public void Abandon() => Abandoned = true;
}
