using System.Globalization;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files;

/// <summary>Names of file systems by the magic number of statfs(2) (linux/magic.h).</summary>
internal static class FileSystemNames
{
    internal const string Ext4 = "ext4";
    internal const string Btrfs = "btrfs";
    private const string Overlay = "overlay";
    private const long Ext = 0xEF53;

    /// <summary>The name, or the number in hexadecimal.</summary>
    internal static string Of(long magic) => (magic & 0xFFFF_FFFF) switch
    {
        Ext => Ext4, // ext2 and ext3 too: one driver serves them all
        0x5846_5342 => "xfs",
        0x9123_683E => Btrfs,
        0x0102_1994 => "tmpfs",
        0x8584_58F6 => "ramfs",
        0x9584_58F6 => "hugetlbfs",
        0x794C_7630 => Overlay,
        0x6573_5546 => "fuse",
        0x6969 => "nfs",
        0xFF53_4D42 => "cifs",
        0xFE53_4D42 => "smb2",
        0xF2F5_2010 => "f2fs",
        0x2011_BAB0 => "exfat",
        0x4D44 => "vfat",
        0x2FC1_2FC1 => "zfs",
        0xCA45_1A4E => "bcachefs",
        0x7366_746E => "ntfs3",
        0x0102_1997 => "9p",
        0x00C3_6400 => "ceph",
        0x7371_7368 => "squashfs",
        0xE0F5_E1E2 => "erofs",
        0x9660 => "iso9660",
        0x9FA0 => "proc",
        0x6265_6572 => "sysfs",
        0x6367_7270 => "cgroup2",
        0x6462_6720 => "debugfs",
        0x7472_6163 => "tracefs",
        0x7363_6673 => "securityfs",
        0x6265_6570 => "configfs",
        0x6165_676C => "pstore",
        0xDE5E_81E4 => "efivarfs",
        0xF97C_FF8C => "selinuxfs",
        long other => string.Create(CultureInfo.InvariantCulture, $"0x{other:X}"),
    };

    /// <summary>
    /// Whether the pages in the cache are those of files on another file system, for which the statistics show none.
    /// </summary>
    internal static bool ShowsFilesBelow(string name) => name == Overlay;

    /// <summary>
    /// Whether two files of the same number on one such file system are one file, and two of different numbers or file
    /// systems are two. Where another file system is shown (FUSE, overlay, a network), or what is shown is not known,
    /// neither is sure.
    /// </summary>
    internal static bool HasOwnInodes(string name) => name is Ext4 or "xfs" or Btrfs or "f2fs" or "zfs" or "bcachefs"
        or "exfat" or "vfat" or "ntfs3" or "squashfs" or "erofs" or "iso9660" || IsMemory(name);

    /// <summary>
    /// Whether more data than its free space surely do not fit. Elsewhere they may: they are compressed, shared, kept
    /// by a server that counts otherwise, or not counted at all.
    /// </summary>
    internal static bool CountsSpace(in VolumeStatus volume) =>
        volume.TotalBytes > 0 && Of(volume.TypeMagic) is Ext4 or "xfs" or "vfat" or "exfat" or "tmpfs";

    /// <summary>Whether a file can have several names; null: not known by the kind of file system.</summary>
    internal static bool? TakesLinks(string name) => name switch
    {
        Ext4 or "xfs" or Btrfs or "f2fs" or "zfs" or "bcachefs" or "ntfs3" => true,
        "vfat" or "exfat" => false,
        _ => IsMemory(name) ? true : null,
    };

    /// <summary>
    /// How many names a file can have; <see cref="int.MaxValue"/>: many more than anybody makes, or not known.
    /// </summary>
    /// <remarks>Source: EXT4_LINK_MAX, BTRFS_LINK_MAX, NTFS_LINK_MAX of Linux.</remarks>
    internal static int MostLinks(string name) => name switch
    {
        Ext4 => 65_000,
        Btrfs => 65_535,
        "ntfs3" => 1_024,
        _ => int.MaxValue,
    };

    /// <summary>The name of the file system of an open file or directory.</summary>
    /// <returns>The name; null where the system does not say.</returns>
    internal static string? Of(SafeFileHandle file) =>
        NativePlatform.Files.Volume(file, out VolumeStatus volume).Succeeded ? Of(volume.TypeMagic) : null;

    /// <summary>The name of what an open file lies on, as it is mounted: ext2 and ext3 are told from ext4.</summary>
    /// <param name="file">Open.</param>
    /// <returns>The name; null where the system does not say.</returns>
    /// <remarks>Where the number is theirs it reads the table of mounts: not for each file.</remarks>
    internal static string? Mounted(SafeFileHandle file)
    {
        if (NativePlatform.Files.Volume(file, out VolumeStatus volume).Failed)
        {
            return null;
        }

        bool isExt = volume.TypeMagic == Ext;
        return isExt && NativePlatform.Files.Status(file, out FileStatus status).Succeeded && status.MountId != 0
            ? NativePlatform.Host.Volume(status, string.Empty).FileSystem ?? Of(volume.TypeMagic)
            : Of(volume.TypeMagic);
    }

    /// <summary>Whether the kernel makes files up when they are read, so that their length says nothing.</summary>
    internal static bool IsMadeUp(string name) => name is "proc" or "sysfs" or "cgroup2" or "debugfs" or "tracefs"
        or "securityfs" or "configfs" or "pstore" or "efivarfs" or "selinuxfs";

    /// <summary>Whether a file, named by its path, is one of those.</summary>
    internal static bool IsMadeUp(FilePath path)
    {
        NativePlatform.Files.Open(path, FileAccessKind.Identify, FileCreation.MustExist, out SafeFileHandle? handle);
        using (handle)
        {
            return handle is not null && NativePlatform.Files.Volume(handle, out VolumeStatus volume).Succeeded
                && IsMadeUp(Of(volume.TypeMagic));
        }
    }

    /// <summary>Whether files live in the page cache only, so that nothing can go past it.</summary>
    internal static bool IsMemory(string name) => name is "tmpfs" or "ramfs" or "hugetlbfs";
}
