using Landspeed.Platform;

namespace Landspeed.Files;

/// <summary>What makes a file itself while names come and go.</summary>
/// <param name="Device">Device of its file system; may change when that is mounted anew.</param>
/// <param name="Inode">Number within its file system; may be given to another file once this one is gone.</param>
/// <param name="Born">
/// When it was made, which distinguishes that other file; null where the file system does not keep
/// it. As coarse as the kernel's clock, 4 ms or so.
/// </param>
public readonly record struct FileIdentity(DeviceNumber Device, ulong Inode, FileTime? Born)
{
    /// <summary>The identity that a status reports.</summary>
    /// <param name="status">Of a file.</param>
    /// <returns>Its identity.</returns>
    public static FileIdentity Of(in FileStatus status) => new(status.Device, status.Inode, status.Born);
}
