using Landspeed.Engine;

namespace Landspeed.Testing.Simulation;

/// <summary>What a <see cref="SimulatedEngine"/> does to requests. By default nothing.</summary>
/// <remarks>Probabilities are 0 to 1 and drawn apart for each request, errors first.</remarks>
public sealed record SimulationOptions
{
    /// <summary>Where the random numbers start; the same seed and the same calls give the same completions. Default 1.</summary>
    public ulong Seed { get; init; } = 1;

    /// <summary>Most requests outstanding, 1 to <see cref="EngineLimits.MaximumQueueDepth"/>. Default 32.</summary>
    public int QueueDepth { get; init; } = 32;

    /// <summary>How often a transfer of 2 bytes or more moves only a part. Default 0.</summary>
    public double ShortProbability { get; init; }

    /// <summary>
    /// Where short transfers end: at a multiple of this in the file, 1 or more. Default 1: anywhere. Ignored where the
    /// transfer holds no such offset.
    /// </summary>
    public int ShortAlignment { get; init; } = 1;

    /// <summary>How often a transfer moves nothing and reports 0. Default 0.</summary>
    public double ZeroProbability { get; init; }

    /// <summary>How often a request fails with <see cref="RandomError"/> and does nothing. Default 0.</summary>
    public double ErrorProbability { get; init; }

    /// <summary>The error of random failures. Default <see cref="NativeErrorKind.Interrupted"/>.</summary>
    public NativeErrorKind RandomError { get; init; } = NativeErrorKind.Interrupted;

    /// <summary>Failures at chosen requests. Default none.</summary>
    public IReadOnlyList<SimulatedFault> Faults { get; init; } = [];

    /// <summary>
    /// Most reaps that a request stays in flight after the one that could have returned it; drawn for each request.
    /// Default 0. Ignored as far as a caller waits for more than has ended.
    /// </summary>
    public int MaximumDelay { get; init; }

    /// <summary>In which order completions come. Default <see cref="CompletionOrder.Queued"/>.</summary>
    public CompletionOrder Order { get; init; }
}

/// <summary>A failure that a <see cref="SimulatedEngine"/> makes at a chosen request.</summary>
/// <param name="RequestIndex">The zero-based index of the request, in the order of queueing over the engine's life.</param>
/// <param name="Error">The error; the request does nothing.</param>
/// <param name="Extent">Whether only that request fails, or all from there on.</param>
public readonly record struct SimulatedFault(long RequestIndex, NativeErrorKind Error, FaultExtent Extent);

/// <summary>How long a simulated fault lasts.</summary>
public enum FaultExtent
{
    /// <summary>One request.</summary>
    Once,

    /// <summary>The request and all after it: a full volume, a dead device.</summary>
    Permanent,
}

/// <summary>In which order a <see cref="SimulatedEngine"/> returns requests that have ended.</summary>
public enum CompletionOrder
{
    /// <summary>As they were queued.</summary>
    Queued,

    /// <summary>Drawn from the seed.</summary>
    Random,
}
