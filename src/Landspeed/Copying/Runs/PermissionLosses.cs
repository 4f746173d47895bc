using System.Collections.Concurrent;
using Landspeed.Files.Trees;
using Landspeed.Platform;

namespace Landspeed.Copying.Runs;

/// <summary>
/// Reports once for each file system of the target that it does not keep permissions: FAT and exFAT give all files
/// those of the mount, and report success.
/// </summary>
/// <remarks>Safe for all threads.</remarks>
/// <param name="reporter">Receives it.</param>
internal sealed class PermissionLosses(CopyReporter reporter)
{
    // FAT keeps whether a file may be written.
    private const int WriteBits = 0b010_010_010;
    private const int Settled = -1;

    // Permissions that a file of the device had as was asked for; or settled.
    private readonly ConcurrentDictionary<DeviceNumber, int> _seen = [];

    private readonly ConcurrentDictionary<DeviceNumber, bool> _reported = [];

    /// <summary>Whether the file system is known to keep permissions.</summary>
    /// <param name="device">The target's file system.</param>
    internal bool AreKept(DeviceNumber device) => _seen.TryGetValue(device, out int seen) && seen == Settled;

    /// <summary>Whether a file of it had the permissions that were asked for.</summary>
    /// <param name="device">The target's file system.</param>
    internal bool HasSeen(DeviceNumber device) => _seen.ContainsKey(device);

    /// <summary>Whether permissions that were set are to be looked at again.</summary>
    /// <param name="device">The target's file system.</param>
    internal bool MayLose(DeviceNumber device) => !AreKept(device) && !_reported.ContainsKey(device);

    /// <summary>Learns from a file: one value may be what the mount gives all files, two are not.</summary>
    /// <param name="device">The target's file system.</param>
    /// <param name="asked">The permissions that were asked for.</param>
    /// <param name="kept">Those that the file has.</param>
    internal void Learn(DeviceNumber device, int asked, int kept)
    {
        if (asked == kept && _seen.GetOrAdd(device, kept) is var seen && ((seen ^ kept) & ~WriteBits) != 0)
        {
            _seen[device] = Settled;
        }
    }

    /// <summary>Compares what was set with what is there now.</summary>
    /// <param name="device">The target's file system.</param>
    /// <param name="wanted">What was set.</param>
    /// <param name="kept">What the target has.</param>
    /// <param name="target">The target.</param>
    internal void Compare(DeviceNumber device, int wanted, int kept, DirectoryEntry target)
    {
        Learn(device, wanted, kept);
        if (wanted != kept && _reported.TryAdd(device, true))
        {
            FilePath path = target.Path;
            reporter.Noticed(new CopyProblem(
                CopyProblemKind.NotPreserved,
                path,
                $"the permissions {Octal(wanted)} of {path.Display} could not be kept: "
                    + $"its file system makes that {Octal(kept)}; the same is true of other files there"));
        }
    }

    private static string Octal(int permissions) => Convert.ToString(permissions, 8).PadLeft(3, '0');
}
