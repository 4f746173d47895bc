namespace Landspeed.Copying;

/// <summary>Whether a target has the time of last change of its source, as exactly as its file system keeps it.</summary>
internal static class KeptTime
{
    // NTFS and SMB, FUSE, exFAT, ext4 with small inodes, FAT. Cut off, never rounded: so utimensat(2) says.
    private static readonly long[] s_unitsNs = [100, 1_000, 10_000_000, 1_000_000_000, 2_000_000_000];

    /// <summary>Decides.</summary>
    /// <param name="sourceNs">The source's time, nanoseconds since 1970.</param>
    /// <param name="targetNs">The target's.</param>
    /// <returns>
    /// Whether they are equal, or the target's is what such a file system leaves of the source's. Elsewhere that means a
    /// source changed twice within a second, the first time at its very beginning.
    /// </returns>
    internal static bool IsSame(Int128 sourceNs, Int128 targetNs)
    {
        Int128 lost = sourceNs - targetNs;
        return lost == 0 || (lost > 0 && s_unitsNs.Any(unit => lost < unit && targetNs % unit == 0));
    }
}
