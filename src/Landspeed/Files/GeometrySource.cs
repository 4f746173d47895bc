namespace Landspeed.Files;

/// <summary>Where a file's alignment rules come from.</summary>
public enum GeometrySource
{
    /// <summary>The file system told them (statx, Linux 6.1).</summary>
    Reported,

    /// <summary>Nobody told: 4096 bytes, which nearly every device accepts.</summary>
    Guessed,

    /// <summary>The file system told that this file has no direct I/O; there are no rules to keep.</summary>
    NotOffered,
}
