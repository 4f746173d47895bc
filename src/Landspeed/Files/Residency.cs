namespace Landspeed.Files;

/// <summary>How much of a file's range was in the page cache at one moment.</summary>
/// <param name="Method">How it was found out.</param>
/// <param name="ResidentBytes">Bytes in the page cache, to whole pages; null when unknown.</param>
/// <param name="DirtyBytes">Of these, changed and not yet on their way to the device; null when unknown.</param>
/// <param name="WritebackBytes">Of these, on their way to the device; null when unknown.</param>
/// <param name="UnknownReason">Why something is unknown; null when nothing is.</param>
public readonly record struct Residency(
    ResidencyMethod Method, long? ResidentBytes, long? DirtyBytes, long? WritebackBytes, string? UnknownReason)
{
    /// <summary>Whether the resident bytes are known.</summary>
    public bool IsKnown => ResidentBytes is not null;

    internal static Residency Unknown(string reason) => new(ResidencyMethod.None, null, null, null, reason);
}
