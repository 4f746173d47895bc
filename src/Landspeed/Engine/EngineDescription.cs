namespace Landspeed.Engine;

/// <summary>Describes an engine and what the system granted it.</summary>
/// <param name="Kind">The implementation.</param>
/// <param name="Features">Features in use, by the kernel's names in lower case, for example <c>registered files</c>.</param>
/// <param name="Missing">Features that were requested but refused, each with the reason.</param>
public sealed record EngineDescription(
    EngineKind Kind, IReadOnlyList<string> Features, IReadOnlyList<string> Missing)
{
    /// <summary>
    /// The engine's name as <c>--engine</c> accepts it: <c>uring</c>, <c>threads</c>, <c>synchronous</c>.
    /// </summary>
    public string Name => Kind switch
    {
        EngineKind.Uring => "uring",
        EngineKind.Threads => "threads",
        EngineKind.Synchronous => "synchronous",
        _ => throw new ArgumentOutOfRangeException(nameof(Kind), Kind, "not an engine"),
    };
}

/// <summary>The implementations of <see cref="IIoEngine"/>.</summary>
public enum EngineKind
{
    /// <summary>io_uring: the kernel takes requests from a shared ring.</summary>
    Uring,

    /// <summary>Dedicated threads for positional reads and writes; works everywhere.</summary>
    Threads,

    /// <summary>The owner's thread, one request after another.</summary>
    Synchronous,
}
