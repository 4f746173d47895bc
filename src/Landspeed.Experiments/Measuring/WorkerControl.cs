namespace Landspeed.Experiments.Measuring;

/// <summary>What a crew's workers share: the request to stop.</summary>
internal sealed class WorkerControl
{
    private volatile bool _stop;

    /// <summary>Whether workers should submit nothing more.</summary>
    internal bool StopRequested => _stop;

    /// <summary>Asks all workers to submit nothing more.</summary>
    internal void RequestStop() => _stop = true;
}
