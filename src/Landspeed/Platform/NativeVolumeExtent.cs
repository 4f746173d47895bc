namespace Landspeed.Platform;

/// <summary>One range of a volume's blocks as the file system reports it (GETFSMAP).</summary>
/// <param name="DeviceCode">The device, as the system names it.</param>
/// <param name="Device">The same where it is the number of a block device; null: a part of the volume that has none of its own.</param>
/// <param name="Flags">What kind of range it is.</param>
/// <param name="PhysicalOffset">First byte on the device.</param>
/// <param name="Length">Bytes.</param>
/// <param name="Owner">The inode that uses it, or with <see cref="NativeVolumeExtentFlags.SpecialOwner"/> what else does.</param>
/// <param name="OwnerOffset">First byte in the owner.</param>
internal readonly record struct NativeVolumeExtent(
    uint DeviceCode, DeviceNumber? Device, NativeVolumeExtentFlags Flags, long PhysicalOffset, long Length, ulong Owner, ulong OwnerOffset)
{
    /// <summary>The special owner of free space; the value is that of linux/fsmap.h.</summary>
    internal const ulong FreeOwner = 1;

    /// <summary>Whether nobody uses it.</summary>
    internal bool IsFree => (Flags & NativeVolumeExtentFlags.SpecialOwner) != 0 && Owner == FreeOwner;
}

/// <summary>Properties of a range of a volume; the values are those of linux/fsmap.h.</summary>
[Flags]
internal enum NativeVolumeExtentFlags
{
    /// <summary>Nothing special.</summary>
    None = 0,

    /// <summary>The owner is no inode: free space, metadata, not known.</summary>
    SpecialOwner = 0x10,

    /// <summary>The volume's last range.</summary>
    Last = 0x20,
}
