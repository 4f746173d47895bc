using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Tests.Rounds;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Measuring;

/// <summary>Real files on real file systems; what a user would see in the result.</summary>
[Collection(ProcessWideCollection.Name)]
public sealed partial class MeasurementRunnerTests : IDisposable
{
    private const long Size = 64L << 20;

    private static readonly TimeSpan Short = TimeSpan.FromMilliseconds(100);

    // Of what is bounded by its bytes or the file's end: however slow the machine is.
    private static readonly TimeSpan Ample = TimeSpan.FromMinutes(2);

    private static readonly ExperimentRunner s_runner = new(TimeProvider.System);
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    private MeasurementOptions New(string name = "file") => new()
    {
        Path = _scratch.FilePath(name),
        Size = Size,
        Time = Short,
    };

    private static RunRecord Measure(MeasurementOptions options) => Assert.Single(Run(options).Cells[0].Runs);

    // A failure after the first run stands beside the result; here there is none to be had.
    private static ResultDocument Run(MeasurementOptions options, IProgress<ExperimentProgress>? progress = null)
    {
        ExperimentResult result = Measured(options, progress, TestContext.Current.CancellationToken);
        Assert.Null(result.Failure);
        return result.Document;
    }

    private static ExperimentResult Measured(
        MeasurementOptions options, IProgress<ExperimentProgress>? progress, CancellationToken stop)
    {
        (ExperimentTask task, ExperimentPlan plan) = Plan(options);
        return s_runner.Run(task, plan, progress, stop);
    }

    private static (ExperimentTask Task, ExperimentPlan Plan) Plan(MeasurementOptions options)
    {
        var task = new ExperimentTask { Experiment = new MeasureExperiment(options) };
        return (task, s_runner.ShortPlan(task));
    }

    private static ResultDocument? Stop(MeasurementOptions options, WorkPhase phase)
    {
        using var stop = new CancellationTokenSource();
        try
        {
            return Measured(options, new ActionAt(phase, stop.Cancel), stop.Token).Document;
        }
        catch (OperationCanceledException)
        {
            return null;
        }
    }

    /// <summary>Does something at each report.</summary>
    private sealed class EachReport(Action<ExperimentProgress> action) : IProgress<ExperimentProgress>
    {
        public void Report(ExperimentProgress value) => action(value);
    }

    /// <summary>Does something once, when a phase is reported.</summary>
    private sealed class ActionAt(WorkPhase phase, Action action) : IProgress<ExperimentProgress>
    {
        private bool _done;

        public void Report(ExperimentProgress value)
        {
            if (value.Work?.Phase == phase && !_done)
            {
                _done = true;
                action();
            }
        }
    }
}
