using Landspeed.Experiments.Results;
using Landspeed.Experiments.Sweeping;

namespace Landspeed.Cli.Tests;

/// <summary>A runner of sweeps that touches nothing and answers as a test wants.</summary>
internal sealed class FakeSweepRunner : ISweepRunner
{
    public SweepOptions? Planned { get; private set; }

    public bool Ran { get; private set; }

    public bool Abandoned { get; private set; }

    public Exception? PlanFailure { get; init; }

    public Func<SweepOptions, SweepPlan> Plans { get; init; } = Sweeps.PlanOf;

    /// <summary>Runs, given where to report.</summary>
    public Func<IProgress<SweepProgress>?, SweepResult> Runs { get; init; } = _ => new SweepResult(
        Sweeps.Document(Sweeps.Cell("4KiB", CellState.Done, 3), Sweeps.Cell("64KiB", CellState.Done, 3)), Failure: null);

    public SweepPlan Plan(SweepOptions options)
    {
        Planned = options;
        return PlanFailure is null ? Plans(options) : throw PlanFailure;
    }

    public SweepResult Run(SweepPlan plan, IProgress<SweepProgress>? progress, CancellationToken stop)
    {
        Ran = true;
        return Runs(progress);
    }

    public bool Forgot { get; private set; }

    public void Forget(SweepPlan plan) => Forgot = true;

    public void Abandon() => Abandoned = true;
}
