using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;

namespace Landspeed.Cli.Tests;

/// <summary>A runner of measurements that touches nothing and answers as a test wants.</summary>
internal sealed class FakeRunner : IExperimentRunner
{
    public MeasurementOptions? Planned { get; private set; }

    public bool Ran { get; private set; }

    public Verdict Verdict { get; init; } = Verdict.Device;

    public Exception? PlanFailure { get; init; }

    public Exception? RunFailure { get; init; }

    public SetupRecord SetupOf(string journal, string word) => throw new NotSupportedException("a measurement has no journal");

    public ExperimentPlan Plan(ExperimentTask task)
    {
        MeasurementOptions options = Planned = ((MeasureExperiment)task.Experiment).Options;
        return PlanFailure is null ? PlanOf(options) : throw PlanFailure;
    }

    public ExperimentResult Run(
        ExperimentTask task, ExperimentPlan plan, IProgress<ExperimentProgress>? progress, CancellationToken stop)
    {
        Ran = true;
        return RunFailure is null ? new ExperimentResult(Documents.WithVerdict(Verdict), Failure: null) : throw RunFailure;
    }

    public void Forget(ExperimentTask task)
    {
    }

    public void Abandon()
    {
    }

    private static ExperimentPlan PlanOf(MeasurementOptions options)
    {
        ResultDocument preview = Documents.WithVerdict(Verdict.Device);
        var plan = new MeasurementPlan
        {
            Options = options,
            FileTask = FileTask.Create,
            FileLength = options.Size ?? 1L << 30,
            SpaceNeededBytes = 1L << 30,
            PreparationBytes = 1L << 30,
            RunBytes = null,
            RunTime = options.Time,
            Place = preview.Places[0],
        };
        return new ExperimentPlan
        {
            Preview = preview,
            Facts = [.. plan.Facts],
            Uses = [(options.Path, "the file to be measured")],
            SpaceNeededBytes = plan.SpaceNeededBytes,
            PreparationBytes = plan.PreparationBytes,
            ReadBytes = 0,
            WriteBytes = 0,
            EstimatedTime = options.Time,
        };
    }
}
