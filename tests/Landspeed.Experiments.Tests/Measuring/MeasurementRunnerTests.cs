using System.Diagnostics;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Results;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Measuring;

/// <summary>Real files on real file systems; what a user would see in the result.</summary>
[Collection(ProcessWideCollection.Name)]
public sealed partial class MeasurementRunnerTests : IDisposable
{
    private const long Size = 64L << 20;

    private static readonly TimeSpan Short = TimeSpan.FromMilliseconds(300);

    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    private MeasurementOptions New(string name = "file") => new()
    {
        Path = _scratch.FilePath(name),
        Size = Size,
        Time = Short,
    };

    private static MeasurementRecord Measure(MeasurementOptions options) => Assert.Single(Run(options).Jobs);

    private static MeasurementDocument Run(MeasurementOptions options, IProgress<MeasurementProgress>? progress = null)
    {
        var runner = new MeasurementRunner(TimeProvider.System);
        return runner.Run(runner.Plan(options), progress, TestContext.Current.CancellationToken);
    }

    private static MeasurementDocument? Stop(MeasurementOptions options, MeasurementPhase phase)
    {
        using var stop = new CancellationTokenSource();
        var runner = new MeasurementRunner(TimeProvider.System);
        try
        {
            return runner.Run(runner.Plan(options), new ActionAt(phase, stop.Cancel), stop.Token);
        }
        catch (OperationCanceledException)
        {
            return null;
        }
    }

    /// <summary>Does something at each report.</summary>
    private sealed class EachReport(Action<MeasurementProgress> action) : IProgress<MeasurementProgress>
    {
        public void Report(MeasurementProgress value) => action(value);
    }

    /// <summary>Does something once, when a phase is reported.</summary>
    private sealed class ActionAt(MeasurementPhase phase, Action action) : IProgress<MeasurementProgress>
    {
        private bool _done;

        public void Report(MeasurementProgress value)
        {
            if (value.Phase == phase && !_done)
            {
                _done = true;
                action();
            }
        }
    }
}
