namespace Landspeed.Platform.Linux;

/// <summary>
/// Determines what makes files durable on a file system of Linux, by its magic number and its mount options.
/// </summary>
internal static class FlushRules
{
    private const uint Overlay = 0x794C_7630;

    // File systems whose sync_fs writes data and metadata, and the journal or log, down to the device (fs/*/super.c),
    // and those in memory. FUSE ignores it unless the server requested it, which cannot be seen; for network file
    // systems, and for FAT and exFAT, which do not flush the device's cache there, it is not relied upon.
    private static readonly uint[] s_whole =
    [
        0xEF53, // ext2, ext3, ext4
        0x5846_5342, // XFS
        0x9123_683E, // Btrfs
        0xF2F5_2010, // F2FS
        0xCA45_1A4E, // bcachefs
        0x2FC1_2FC1, // ZFS
        0x0102_1994, // tmpfs
        0x8584_58F6, // ramfs
        Overlay, // it passes the call on to the file system of its upper layer
    ];

    /// <summary>Decides.</summary>
    /// <param name="volume">Result of statfs(2).</param>
    /// <param name="mountOptions">Reads the mount options; called only for an overlay.</param>
    internal static VolumeFlush Of(in VolumeStatus volume, Func<string?> mountOptions)
    {
        uint magic = (uint)volume.TypeMagic;
        return magic == Overlay && IsVolatile(mountOptions()) ? VolumeFlush.Nothing
            : s_whole.Contains(magic) ? VolumeFlush.Whole
            : VolumeFlush.Each;
    }

    // fsync=volatile since Linux 6.18.
    private static bool IsVolatile(string? options) => options?.Split(',').Any(option => option is "volatile" or "fsync=volatile") == true;
}
