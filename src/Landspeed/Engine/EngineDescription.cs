using Landspeed.Engine;

namespace Landspeed;

/// <summary>Describes an engine and what the system granted it.</summary>
/// <remarks>Immutable and thread-safe.</remarks>
public sealed class EngineDescription
{
    internal EngineDescription(EngineKind kind, IReadOnlyList<string> features, IReadOnlyList<string> missing) =>
        (Kind, Features, Missing) = (kind, features, missing);

    /// <summary>The implementation.</summary>
    public EngineKind Kind { get; }

    /// <summary>Features in use, by the kernel's names in lower case, for example <c>registered files</c>.</summary>
    public IReadOnlyList<string> Features { get; }

    /// <summary>Features that were requested but refused, each with the reason.</summary>
    public IReadOnlyList<string> Missing { get; }

    /// <summary>The implementation's name: <c>uring</c>, <c>threads</c>, <c>synchronous</c>.</summary>
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
