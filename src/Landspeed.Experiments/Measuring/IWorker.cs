using Landspeed.Platform;

namespace Landspeed.Experiments.Measuring;

/// <summary>Makes requests in phases and counts them. Lives on one thread from construction to disposal.</summary>
internal interface IWorker : IDisposable
{
    /// <summary>What it counts.</summary>
    WorkerTally Tally { get; }

    /// <summary>What carries its requests out.</summary>
    WorkerDescription Description { get; }

    /// <summary>Makes requests until a limit is reached or stopping is asked for, then waits for what is in flight.</summary>
    /// <param name="limits">When to end.</param>
    /// <exception cref="NativeIOException">A request failed; nothing is in flight any more.</exception>
    /// <exception cref="ExperimentException">The file changed; nothing is in flight any more.</exception>
    void RunPhase(in PhaseLimits limits);
}
