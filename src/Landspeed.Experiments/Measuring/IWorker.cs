namespace Landspeed.Experiments.Measuring;

/// <summary>Makes requests in phases and counts them. Stays on one thread from construction to disposal.</summary>
internal interface IWorker : IDisposable
{
    WorkerTally Tally { get; }

    /// <summary>The interface or engine that carries out its requests.</summary>
    WorkerDescription Description { get; }

    /// <summary>
    /// Makes requests until a limit is reached or a stop is requested, then waits for requests in flight.
    /// </summary>
    /// <param name="limits">When to end.</param>
    /// <exception cref="NativeIOException">A request failed; nothing is in flight.</exception>
    /// <exception cref="ExperimentException">The file changed; nothing is in flight.</exception>
    void RunPhase(in PhaseLimits limits);
}
