namespace Landspeed.Experiments.Host;

/// <summary>What a probe of io_uring found out.</summary>
/// <param name="Available">Whether a ring can be made and used.</param>
/// <param name="Reason">Why not; null when it can.</param>
/// <param name="Features">Features that the kernel accepts.</param>
public sealed record UringFinding(bool Available, string? Reason, IReadOnlyList<string> Features);
