using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Sweeping;
using Landspeed.Results;

namespace Landspeed.Cli.Tests;

/// <summary>Hands each experiment to the fake that answers for its kind.</summary>
internal sealed class DispatchingRunner(FakeRunner measurements, FakeSweepRunner sweeps, FakeExperimentRunner others) : IExperimentRunner
{
    public SetupRecord SetupOf(string journal, string word) => others.SetupOf(journal, word);

    public ExperimentPlan Plan(ExperimentTask task) => Of(task).Plan(task);

    public ExperimentResult Run(
        ExperimentTask task, ExperimentPlan plan, IProgress<ExperimentProgress>? progress, CancellationToken stop) =>
        Of(task).Run(task, plan, progress, stop);

    public void Forget(ExperimentTask task) => Of(task).Forget(task);

    public void Abandon()
    {
        measurements.Abandon();
        sweeps.Abandon();
        others.Abandon();
    }

    private IExperimentRunner Of(ExperimentTask task) => task.Experiment switch
    {
        MeasureExperiment => measurements,
        SweepExperiment => sweeps,
        _ => others,
    };
}
