using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>Whether a target has the time of last change of its source, as exactly as its file system keeps it.</summary>
internal static class KeptTime
{
    // NTFS and SMB, FUSE, exFAT, ext4 with small inodes. Cut off, never rounded: so utimensat(2) says.
    private static readonly int[] s_unitsNs = [100, 1_000, 10_000_000, 1_000_000_000];

    /// <summary>Decides.</summary>
    /// <param name="source">The source's time.</param>
    /// <param name="target">The target's.</param>
    /// <returns>
    /// Whether they are equal, or the target's is what such a file system leaves of the source's. Elsewhere that means a
    /// source changed twice within a second, the first time at its very beginning.
    /// </returns>
    internal static bool IsSame(FileTime source, FileTime target)
    {
        if (source.Seconds != target.Seconds)
        {
            // FAT keeps every second second.
            return target is { Nanoseconds: 0, Seconds: < long.MaxValue }
                && target.Seconds % 2 == 0 && source.Seconds == target.Seconds + 1;
        }

        int lost = source.Nanoseconds - target.Nanoseconds;
        return lost == 0 || (lost > 0 && s_unitsNs.Any(unit => lost < unit && target.Nanoseconds % unit == 0));
    }
}
