namespace Landspeed.Files;

/// <summary>One mapping as the file system reports it, or a hole between two.</summary>
/// <param name="Offset">First byte in the file.</param>
/// <param name="Length">Bytes, 1 or more.</param>
/// <param name="PhysicalOffset">First byte on the device; null for holes, inline data and data without a
/// place.</param>
/// <param name="State">What lies behind it.</param>
/// <param name="Properties">What is special.</param>
public readonly record struct FileExtent(
    long Offset, long Length, long? PhysicalOffset, ExtentState State, ExtentProperties Properties)
{
    /// <summary>First byte after it in the file.</summary>
    public long End => Offset + Length;
}
