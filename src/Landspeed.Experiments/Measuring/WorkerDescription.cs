namespace Landspeed.Experiments.Measuring;

/// <summary>What carries out a worker's requests, and what the system granted it.</summary>
/// <param name="Name">An engine's name, or <c>filestream</c>.</param>
/// <param name="Features">Features in use.</param>
/// <param name="Missing">Features that were requested and refused, each with the reason.</param>
/// <param name="FallbackReason">Why the engine is not the first choice, or null if it is.</param>
/// <param name="HugePages">Whether the buffers are on huge pages.</param>
internal sealed record WorkerDescription(
    string Name,
    IReadOnlyList<string> Features,
    IReadOnlyList<string> Missing,
    string? FallbackReason,
    HugePageUse HugePages);
