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

    /// <summary>Returns the name, or the number in hexadecimal.</summary>
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
        0xFF53_4D42 or 0xFE53_4D42 => "cifs", // SMB 1; SMB 2 and 3
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
    /// True if cached pages belong to files on another file system, so that the statistics show none.
    /// </summary>
    internal static bool ShowsFilesBelow(string name) => name == Overlay;

    /// <summary>
    /// True if two files with the same inode number on one such file system are the same file, and two with different
    /// numbers or file systems are different. If it shows another file system (FUSE, overlay, a network), or what it
    /// shows is unknown, neither is certain.
    /// </summary>
    internal static bool HasOwnInodes(string name) => name is Ext4 or "xfs" or Btrfs or "f2fs" or "zfs" or "bcachefs"
        or "exfat" or "vfat" or "ntfs3" or "squashfs" or "erofs" or "iso9660" || IsMemory(name);

    /// <summary>
    /// True if more data than its free space is certain not to fit. On others it may: they compress, share blocks, use
    /// a server that counts differently, or do not count at all.
    /// </summary>
    internal static bool CountsSpace(in VolumeStatus volume) =>
        volume.TotalBytes > 0 && Of(volume.TypeMagic) is Ext4 or "xfs" or "vfat" or "exfat" or "tmpfs";

    /// <summary>
    /// Whether a file can have several names, or null if the kind of file system does not determine it.
    /// </summary>
    internal static bool? TakesLinks(string name) => name switch
    {
        Ext4 or "xfs" or Btrfs or "f2fs" or "zfs" or "bcachefs" or "ntfs3" => true,
        "vfat" or "exfat" => false,
        _ => IsMemory(name) ? true : null,
    };

    /// <summary>
    /// Returns the maximum number of names per file; <see cref="int.MaxValue"/> if practically unlimited or unknown.
    /// </summary>
    /// <remarks>Source: EXT4_LINK_MAX, BTRFS_LINK_MAX, NTFS_LINK_MAX of Linux.</remarks>
    internal static int MostLinks(string name) => name switch
    {
        Ext4 => 65_000,
        Btrfs => 65_535,
        "ntfs3" => 1_024,
        _ => int.MaxValue,
    };

    /// <summary>Returns the name of the file system of an open file or directory.</summary>
    /// <returns>The name, or null if the system does not say.</returns>
    internal static string? Of(SafeFileHandle file) =>
        NativePlatform.Files.Volume(file, out VolumeStatus volume).Succeeded ? Of(volume.TypeMagic) : null;

    /// <summary>
    /// Returns the name of an open file's file system as it is mounted: distinguishes ext2 and ext3 from ext4.
    /// </summary>
    /// <param name="file">An open file.</param>
    /// <returns>The name, or null if the system does not say.</returns>
    /// <remarks>Reads the mount table if the number is theirs, so do not call it for each file.</remarks>
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

    /// <summary>True if the kernel generates files when they are read, so that their length means nothing.</summary>
    internal static bool IsMadeUp(string name) => name is "proc" or "sysfs" or "cgroup2" or "debugfs" or "tracefs"
        or "securityfs" or "configfs" or "pstore" or "efivarfs" or "selinuxfs";

    /// <summary>True if a file, given by its path, is one of those.</summary>
    internal static bool IsMadeUp(FilePath path)
    {
        NativePlatform.Files.Open(path, FileAccessKind.Identify, FileCreation.MustExist, out SafeFileHandle? handle);
        using (handle)
        {
            return handle is not null && NativePlatform.Files.Volume(handle, out VolumeStatus volume).Succeeded
                && IsMadeUp(Of(volume.TypeMagic));
        }
    }

    /// <summary>True if files exist only in the page cache, so that nothing can bypass it.</summary>
    internal static bool IsMemory(string name) => name is "tmpfs" or "ramfs" or "hugetlbfs";
}
