namespace Landspeed.Platform;

/// <summary>One range of a volume's blocks as the file system reports it (GETFSMAP).</summary>
/// <param name="DeviceCode">The device in the system's own numbering.</param>
/// <param name="Device">
/// The same as the number of a block device, or null for a part of the volume that has none.
/// </param>
/// <param name="Flags">The kind of range.</param>
/// <param name="PhysicalOffset">Device offset of the first byte.</param>
/// <param name="Length">Bytes.</param>
/// <param name="Owner">
/// The inode that uses it, or with <see cref="NativeVolumeExtentFlags.SpecialOwner"/> the kind of other use.
/// </param>
/// <param name="OwnerOffset">Offset of the first byte in the owner.</param>
internal readonly record struct NativeVolumeExtent(
    uint DeviceCode, DeviceNumber? Device, NativeVolumeExtentFlags Flags, long PhysicalOffset, long Length, ulong Owner, ulong OwnerOffset)
{
    /// <summary>The special owner of free space; the value is that of linux/fsmap.h.</summary>
    internal const ulong FreeOwner = 1;

    /// <summary>True if it is free space.</summary>
    internal bool IsFree => (Flags & NativeVolumeExtentFlags.SpecialOwner) != 0 && Owner == FreeOwner;
}

/// <summary>Properties of a range of a volume; the values are those of linux/fsmap.h.</summary>
[Flags]
internal enum NativeVolumeExtentFlags
{
    /// <summary>Nothing special.</summary>
    None = 0,

    /// <summary>The owner is not an inode: free space, metadata, or unknown.</summary>
    SpecialOwner = 0x10,

    /// <summary>The volume's last range.</summary>
    Last = 0x20,
}
