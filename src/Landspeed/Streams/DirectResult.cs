using Landspeed.Platform;

namespace Landspeed.Streams;

/// <summary>How one request of a batch ended.</summary>
/// <param name="Count">Bytes of the caller's that were moved, from the request's start; of a read fewer than asked at the end of the file.</param>
/// <param name="Failure">Why it failed; null when it succeeded.</param>
public readonly record struct DirectResult(int Count, NativeIOException? Failure)
{
    /// <summary>Whether the request succeeded.</summary>
    public bool Succeeded => Failure is null;
}
