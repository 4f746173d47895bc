using Landspeed.Files;

namespace Landspeed.Experiments.Measuring;

/// <summary>What carries a worker's requests out, and what it got from the system.</summary>
/// <param name="Name">An engine's name, or <c>filestream</c>.</param>
/// <param name="Features">Features in use.</param>
/// <param name="Missing">Features that were wanted and refused, each with the reason.</param>
/// <param name="FallbackReason">Why the engine is not the first choice; null when it is.</param>
/// <param name="HugePages">Whether the buffers lie on huge pages.</param>
internal sealed record WorkerDescription(
    string Name,
    IReadOnlyList<string> Features,
    IReadOnlyList<string> Missing,
    string? FallbackReason,
    HugePageUse HugePages);
