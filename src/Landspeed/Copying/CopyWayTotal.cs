namespace Landspeed.Copying;

/// <summary>What went one way.</summary>
/// <param name="Decision">The way and why.</param>
/// <param name="Files">Files.</param>
/// <param name="Bytes">Bytes of content.</param>
public sealed record CopyWayTotal(CopyDecision Decision, long Files, long Bytes);
