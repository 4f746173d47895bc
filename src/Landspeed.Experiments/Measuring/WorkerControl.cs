namespace Landspeed.Experiments.Measuring;

/// <summary>What a crew's workers share: the stop request.</summary>
internal sealed class WorkerControl
{
    private volatile bool _stop;

    /// <summary>Whether workers should not submit any more requests.</summary>
    internal bool StopRequested => _stop;

    /// <summary>Tells all workers not to submit any more requests.</summary>
    internal void RequestStop() => _stop = true;
}
