namespace Landspeed.Engine;

/// <summary>What an engine is and what it got from the system.</summary>
/// <param name="Kind">Which implementation.</param>
/// <param name="Features">Features in use, by the kernel's names in lower case, for example <c>registered files</c>.</param>
/// <param name="Missing">Features that were wanted and refused, each with the reason.</param>
public sealed record EngineDescription(
    EngineKind Kind, IReadOnlyList<string> Features, IReadOnlyList<string> Missing)
{
    /// <summary>The name that <c>--engine</c> takes: <c>uring</c>, <c>threads</c>, <c>synchronous</c>, <c>simulated</c>.</summary>
    public string Name => Kind switch
    {
        EngineKind.Uring => "uring",
        EngineKind.Threads => "threads",
        EngineKind.Synchronous => "synchronous",
        EngineKind.Simulated => "simulated",
        _ => throw new ArgumentOutOfRangeException(nameof(Kind), Kind, "not an engine"),
    };
}
