using System.Collections.Concurrent;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;

namespace Landspeed.Copying.Policy;

/// <summary>Determines the units in which the target's file systems keep modification times.</summary>
/// <remarks>
/// Known from the kind of file system, or measured once with a temporary file of ours: a FUSE or network server keeps
/// what the file system behind it keeps. Thread-safe.
/// </remarks>
/// <param name="volumes">The kinds of file systems.</param>
/// <param name="names">The run's temporary names, or null if no file may be created.</param>
internal sealed class TimeUnits(VolumeKinds volumes, RunNames? names)
{
    private const long NanosecondsPerSecond = 1_000_000_000;
    private static readonly FilePath s_probe = FilePath.FromBytes("times"u8);

    // An odd second, so that FAT's two-second unit shows.
    private static readonly FileTime s_probed = new(1_000_000_001, 123_456_789);
    private readonly ConcurrentDictionary<DeviceNumber, long?> _units = [];

    /// <summary>Returns the unit of the times that a file of the target can have.</summary>
    /// <param name="present">The file.</param>
    /// <param name="directory">Its directory.</param>
    /// <param name="isFinal">True if no file may be created any more.</param>
    /// <returns>Nanoseconds, or null if it is not known.</returns>
    internal long? UnitNs(in FileStatus present, OpenDirectory directory, bool isFinal = false) =>
        volumes.Of(directory, present.Device) is var kind && kind == FileSystemNames.Ext4
            // An inode with room for the creation time has room for nanoseconds.
            ? present.Born is null ? NanosecondsPerSecond : 1
            : OfKind(kind) ?? Probed(present.Device, directory, isFinal);

    /// <summary>Returns the unit of a kind of file system.</summary>
    /// <param name="kind">Its name, as in <see cref="FileSystemNames"/>.</param>
    /// <returns>Nanoseconds, or null if files, servers or mounts of that kind differ.</returns>
    internal static long? OfKind(string kind) => kind switch
    {
        "xfs" or FileSystemNames.Btrfs or "tmpfs" or "ramfs" or "f2fs" or "zfs" or "bcachefs" => 1,
        "ntfs3" => 100,
        "exfat" => 10_000_000,
        "vfat" => 2 * NanosecondsPerSecond,
        _ => null,
    };

    private long? Probed(DeviceNumber device, OpenDirectory directory, bool isFinal)
    {
        if (!_units.TryGetValue(device, out long? unit) && !isFinal && names is not null)
        {
            unit = Probe(directory, names);
            _units.TryAdd(device, unit);
        }

        return unit;
    }

    private static long? Probe(OpenDirectory directory, RunNames names)
    {
        UnpublishedFile? file = null;
        try
        {
            file = names.Create(new DirectoryEntry(directory, s_probe));
            return NativePlatform.Trees.SetTimes(file.Handle, s_probed, s_probed).Succeeded
                && NativePlatform.Files.Status(file.Handle, out FileStatus status, asksServer: true).Succeeded
                    ? status.Modified == s_probed ? 1 : KeptTime.UnitOf(s_probed, status.Modified)
                    : null;
        }
        catch (IOException)
        {
            return null; // a directory that takes no file: contents are compared
        }
        finally
        {
            file?.Remove();
        }
    }
}
