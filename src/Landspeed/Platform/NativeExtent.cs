namespace Landspeed.Platform;

/// <summary>One mapping as the file system reports it (FIEMAP).</summary>
/// <param name="LogicalOffset">First byte in the file.</param>
/// <param name="PhysicalOffset">First byte on the device; meaningless with <see cref="NativeExtentFlags.Unknown"/>.</param>
/// <param name="Length">Bytes.</param>
/// <param name="Flags">What kind of mapping it is.</param>
public readonly record struct NativeExtent(
    long LogicalOffset, long PhysicalOffset, long Length, NativeExtentFlags Flags);
