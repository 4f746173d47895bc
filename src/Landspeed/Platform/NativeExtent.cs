namespace Landspeed.Platform;

/// <summary>One mapping as the file system reports it (FIEMAP).</summary>
/// <param name="LogicalOffset">First byte in the file.</param>
/// <param name="PhysicalOffset">First byte on the device; meaningless with <see cref="NativeExtentFlags.Unknown"/>.</param>
/// <param name="Length">Bytes.</param>
/// <param name="Flags">What kind of mapping it is.</param>
internal readonly record struct NativeExtent(
    long LogicalOffset, long PhysicalOffset, long Length, NativeExtentFlags Flags);

/// <summary>Properties of an extent; the values are those of linux/fiemap.h.</summary>
[Flags]
internal enum NativeExtentFlags
{
    /// <summary>Plain, written data.</summary>
    None = 0,

    /// <summary>The file's last extent.</summary>
    Last = 0x1,

    /// <summary>The position on the device is not known.</summary>
    Unknown = 0x2,

    /// <summary>Not yet allocated: the data is in the page cache only.</summary>
    DelayedAllocation = 0x4,

    /// <summary>Compressed or encrypted.</summary>
    Encoded = 0x8,

    /// <summary>Not aligned to blocks.</summary>
    NotAligned = 0x100,

    /// <summary>Data lies inside metadata.</summary>
    Inline = 0x200,

    /// <summary>Data shares a block with other files.</summary>
    Tail = 0x400,

    /// <summary>Reserved but never written: reads as zeros without touching the device.</summary>
    Unwritten = 0x800,

    /// <summary>Several blocks merged for the report.</summary>
    Merged = 0x1000,

    /// <summary>Blocks that other files share.</summary>
    Shared = 0x2000,
}

/// <summary>What asking for extents does with dirty data.</summary>
public enum ExtentQuery
{
    /// <summary>Answer as it is: dirty data may show as delayed allocation, or as unwritten.</summary>
    AsIs,

    /// <summary>Write dirty data back first.</summary>
    WriteBackFirst,
}
