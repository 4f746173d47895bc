using Landspeed.Testing.Simulation;

namespace Landspeed.Tests.Streams;

/// <summary>Bad days that a stream must not show: short, interrupted, late and reordered, all from a seed.</summary>
internal static class Simulations
{
    /// <summary>Options over a simulated engine.</summary>
    /// <param name="options">The other options.</param>
    /// <param name="seed">Of the script; chooses what the engine does.</param>
    /// <param name="shortAlignment">Where short transfers end; the file's alignment when it is direct.</param>
    internal static SequentialFileOptions Healing(SequentialFileOptions options, int seed, int shortAlignment) => options with
    {
        EngineFactory = depth => new SimulatedEngine(new SimulationOptions
        {
            Seed = (ulong)seed,
            QueueDepth = depth,
            ShortProbability = seed % 2 == 0 ? 0.3 : 0,
            ShortAlignment = shortAlignment,
            ErrorProbability = seed % 3 == 0 ? 0.2 : 0,
            RandomError = seed % 4 < 2 ? NativeErrorKind.Interrupted : NativeErrorKind.WouldBlock,
            MaximumDelay = seed % 5,
            Order = (seed % 2 == 0) ? CompletionOrder.Queued : CompletionOrder.Random,
        }),
    };

    /// <summary>Options over an engine on which some requests fail.</summary>
    internal static SequentialFileOptions Failing(SequentialFileOptions options, params SimulatedFault[] faults) => options with
    {
        EngineFactory = depth => new SimulatedEngine(new SimulationOptions { QueueDepth = depth, Faults = faults }),
    };
}
