using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>What happened to one entry.</summary>
/// <param name="Action">What was done.</param>
/// <param name="Path">The entry below the source, or the source itself where that is a file.</param>
/// <param name="Bytes">Bytes of content, holes included; 0 for what has none.</param>
public sealed record CopyEvent(CopyAction Action, FilePath Path, long Bytes)
{
    /// <summary>Which way the bytes went, and why; null where none went.</summary>
    public CopyDecision? Decision { get; init; }

    /// <summary>The digests asked for, in their order, in lower-case hexadecimal digits.</summary>
    public IReadOnlyList<string> Digests { get; init; } = [];

    /// <summary>What went wrong; null when nothing did.</summary>
    public CopyProblem? Problem { get; init; }
}
