using System.Collections.Concurrent;
using Landspeed.Files.Trees;
using Landspeed.Platform;

namespace Landspeed.Copying.Runs;

/// <summary>
/// Reports once per file system of the target that it does not keep permissions: FAT and exFAT give all files the
/// permissions of the mount, and report success.
/// </summary>
/// <remarks>Thread-safe.</remarks>
/// <param name="reporter">Receives it.</param>
internal sealed class PermissionLosses(CopyReporter reporter)
{
    // FAT stores whether a file may be written.
    private const int WriteBits = 0b010_010_010;
    private const int Settled = -1;

    // Permissions that a file of the device kept as requested, or a marker that the question is settled.
    private readonly ConcurrentDictionary<DeviceNumber, int> _seen = [];

    private readonly ConcurrentDictionary<DeviceNumber, bool> _reported = [];

    /// <summary>True if the file system is known to keep permissions.</summary>
    /// <param name="device">The target's file system.</param>
    internal bool AreKept(DeviceNumber device) => _seen.TryGetValue(device, out int seen) && seen == Settled;

    /// <summary>True if one of its files had the requested permissions.</summary>
    /// <param name="device">The target's file system.</param>
    internal bool HasSeen(DeviceNumber device) => _seen.ContainsKey(device);

    /// <summary>True if permissions that were set must be checked afterwards.</summary>
    /// <param name="device">The target's file system.</param>
    internal bool MayLose(DeviceNumber device) => !AreKept(device) && !_reported.ContainsKey(device);

    /// <summary>
    /// Learns from a file: one value may be what the mount gives all files, but two different ones are not.
    /// </summary>
    /// <param name="device">The target's file system.</param>
    /// <param name="asked">The requested permissions.</param>
    /// <param name="kept">The permissions that the file has.</param>
    internal void Learn(DeviceNumber device, int asked, int kept)
    {
        if (asked == kept && _seen.GetOrAdd(device, kept) is var seen && ((seen ^ kept) & ~WriteBits) != 0)
        {
            _seen[device] = Settled;
        }
    }

    /// <summary>Compares the permissions that were set with the current ones.</summary>
    /// <param name="device">The target's file system.</param>
    /// <param name="wanted">The permissions that were set.</param>
    /// <param name="kept">The target's current permissions.</param>
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
