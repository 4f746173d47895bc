using Landspeed.Experiments.Rounds;

namespace Landspeed.Experiments.Tests.Patterns;

/// <summary>Stops an experiment when some runs are made.</summary>
internal sealed class StopAfter(CancellationTokenSource stop, int runs) : IProgress<ExperimentProgress>
{
    public void Report(ExperimentProgress value)
    {
        if (value.DoneRuns >= runs)
        {
            stop.Cancel();
        }
    }
}
