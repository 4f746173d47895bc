namespace Landspeed.Engine;

/// <summary>Whether io_uring can be used here, and what it offers.</summary>
/// <param name="Available">Whether a ring could be made and carried out a request.</param>
/// <param name="Reason">Why not, and what to try; null when available.</param>
/// <param name="Features">Features that a ring gets, by the kernel's names in lower case.</param>
/// <param name="Missing">Features that were refused, each with the reason.</param>
/// <param name="OperationCount">Operations that the kernel knows; 0 when it does not tell.</param>
public sealed record UringProbe(
    bool Available,
    string? Reason,
    IReadOnlyList<string> Features,
    IReadOnlyList<string> Missing,
    int OperationCount);
