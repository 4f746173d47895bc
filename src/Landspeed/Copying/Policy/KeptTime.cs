using Landspeed.Platform;

namespace Landspeed.Copying.Policy;

/// <summary>How file systems keep modification times: not all keep nanoseconds, and not all keep every year.</summary>
internal static class KeptTime
{
    private const int NanosecondsPerSecond = 1_000_000_000;

    // FAT and exFAT keep local time: their limits differ by up to 14 hours from these, in quarters of an hour.
    private const long FirstFatSecond = 315_532_800;
    private const long LastFatSecond = 4_354_819_198;
    private const long LastExFatSecond = 4_354_819_199;
    private const long FarthestZone = 14 * 3_600;
    private const long ZoneStep = 15 * 60;

    // A FUSE server reports any power of ten (milliseconds are common); 100 ns: NTFS and SMB, 10 ms: exFAT, 1 s: ext4
    // with small inodes. utimensat(2) says that times are truncated, never rounded, but Samba rounds to full seconds.
    private static readonly int[] s_unitsNs =
        [10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, NanosecondsPerSecond];

    // 1601: NTFS and SMB. 1901: ext4, XFS, F2FS. 1904: HFS+. 1970: NFSv3. 1980: FAT and exFAT.
    private static readonly long[] s_firstSeconds = [-11_644_473_600, int.MinValue, -2_082_844_800, 0, FirstFatSecond];

    // 2038: ext4 with small inodes, older XFS. 2040: HFS+. 2106: NFSv3. 2107: FAT, exFAT. 2446: ext4. 2486: XFS.
    private static readonly long[] s_lastSeconds =
        [int.MaxValue, 2_212_122_495, uint.MaxValue, LastFatSecond, LastExFatSecond, 15_032_385_535, 16_299_260_424];

    /// <summary>Checks whether a target has its source's time, as far as its file system can keep it.</summary>
    /// <param name="source">The source's time.</param>
    /// <param name="target">The target's.</param>
    /// <returns>
    /// True if they are equal, or the target's is what such a file system keeps of the source's. On other file systems
    /// a match also includes a source changed twice within a second, the first time at its very beginning, and a target
    /// of the very second in which a file system's times end, see <see cref="IsLimit"/>.
    /// </returns>
    internal static bool IsSame(FileTime source, FileTime target) =>
        source == target || UnitOf(source, target) is not null || IsLimit(source, target);

    /// <summary>
    /// Returns the unit in which the target's time is the source's, truncated or rounded, or null if it is not.
    /// </summary>
    /// <returns>Nanoseconds; at most two seconds.</returns>
    internal static long? UnitOf(FileTime source, FileTime target)
    {
        if (IsRoundedUp(source, target))
        {
            return NanosecondsPerSecond;
        }

        if (source.Seconds != target.Seconds)
        {
            // FAT keeps only even seconds.
            return target is { Nanoseconds: 0, Seconds: < long.MaxValue }
                && target.Seconds % 2 == 0 && source.Seconds == target.Seconds + 1 ? 2L * NanosecondsPerSecond : null;
        }

        int lost = source.Nanoseconds - target.Nanoseconds;
        int unit = lost <= 0 ? 0 : Array.Find(s_unitsNs, unit => lost < unit && target.Nanoseconds % unit == 0);
        return unit == 0 ? null : unit;
    }

    /// <summary>True if every file system keeps the time exactly.</summary>
    internal static bool IsKeptByAll(FileTime time) =>
        IsWithinAll(time) && time.Nanoseconds == 0 && time.Seconds % 2 == 0;

    /// <summary>
    /// True if a time is between the limits of every file system, less a day for the time zones of FAT.
    /// </summary>
    internal static bool IsWithinAll(FileTime time) =>
        time.Seconds > s_firstSeconds[^1] + 86_400 && time.Seconds < s_lastSeconds[0] - 86_400;

    /// <summary>
    /// True if the source's time is beyond a limit of some file system and the target's is that limit, which then says
    /// nothing about when the target was changed.
    /// </summary>
    internal static bool IsLimit(FileTime source, FileTime target) => target.Nanoseconds == 0 && source != target
        && (source > target
            ? s_lastSeconds.Contains(target.Seconds) || IsNear(LastFatSecond, target) || IsNear(LastExFatSecond, target)
            : s_firstSeconds.Contains(target.Seconds) || IsNear(FirstFatSecond, target));

    private static bool IsRoundedUp(FileTime source, FileTime target) =>
        target is { Nanoseconds: 0, Seconds: > long.MinValue }
        && target.Seconds - 1 == source.Seconds && source.Nanoseconds >= NanosecondsPerSecond / 2;

    private static bool IsNear(long limit, FileTime target) =>
        target.Seconds >= limit - FarthestZone && target.Seconds <= limit + FarthestZone && (target.Seconds - limit) % ZoneStep == 0;
}
