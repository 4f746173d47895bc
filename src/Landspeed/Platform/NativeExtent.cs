namespace Landspeed.Platform;

/// <summary>One mapping as the file system reports it (FIEMAP).</summary>
/// <param name="LogicalOffset">File offset of the first byte.</param>
/// <param name="PhysicalOffset">
/// Device offset of the first byte; meaningless with <see cref="NativeExtentFlags.Unknown"/>.
/// </param>
/// <param name="Length">Bytes.</param>
/// <param name="Flags">The kind of mapping.</param>
internal readonly record struct NativeExtent(
    long LogicalOffset, long PhysicalOffset, long Length, NativeExtentFlags Flags);

/// <summary>Properties of an extent; the values are those of linux/fiemap.h.</summary>
[Flags]
internal enum NativeExtentFlags
{
    /// <summary>Ordinary, written data.</summary>
    None = 0,

    /// <summary>The file's last extent.</summary>
    Last = 0x1,

    /// <summary>The position on the device is unknown.</summary>
    Unknown = 0x2,

    /// <summary>Not yet allocated: the data is in the page cache only.</summary>
    DelayedAllocation = 0x4,

    /// <summary>Compressed or encrypted.</summary>
    Encoded = 0x8,

    /// <summary>Not aligned to blocks.</summary>
    NotAligned = 0x100,

    /// <summary>The data is stored inside metadata.</summary>
    Inline = 0x200,

    /// <summary>The data shares a block with other files.</summary>
    Tail = 0x400,

    /// <summary>Reserved but never written: reads as zeros without accessing the device.</summary>
    Unwritten = 0x800,

    /// <summary>Several blocks merged for the report.</summary>
    Merged = 0x1000,

    /// <summary>Blocks shared with other files.</summary>
    Shared = 0x2000,
}

/// <summary>How a query of extents treats dirty data.</summary>
internal enum ExtentQuery
{
    /// <summary>Reports the current state: dirty data may show as delayed allocation, or as unwritten.</summary>
    AsIs,

    /// <summary>Writes dirty data back first.</summary>
    WriteBackFirst,
}
