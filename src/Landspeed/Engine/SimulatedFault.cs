using Landspeed.Platform;

namespace Landspeed.Engine;

/// <summary>A failure that a <see cref="SimulatedEngine"/> makes at a chosen request.</summary>
/// <param name="RequestIndex">The zero-based index of the request, in the order of queueing over the engine's life.</param>
/// <param name="Error">The error; the request does nothing.</param>
/// <param name="Extent">Whether only that request fails, or all from there on.</param>
public readonly record struct SimulatedFault(long RequestIndex, NativeErrorKind Error, FaultExtent Extent);
