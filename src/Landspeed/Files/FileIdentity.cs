using Landspeed.Platform;

namespace Landspeed.Files;

/// <summary>Identifies a file independently of its names.</summary>
/// <param name="Device">Device of its file system; may change when the file system is mounted again.</param>
/// <param name="Inode">Inode number in its file system; may be reused for another file once this one is gone.</param>
/// <param name="Born">
/// Creation time, which distinguishes that other file, or null if the file system does not keep it. As coarse as the
/// kernel's clock, about 4 ms.
/// </param>
internal readonly record struct FileIdentity(DeviceNumber Device, ulong Inode, FileTime? Born)
{
    /// <summary>Gets the identity that a status reports.</summary>
    /// <param name="status">Status of a file.</param>
    /// <returns>Its identity.</returns>
    public static FileIdentity Of(in FileStatus status) => new(status.Device, status.Inode, status.Born);
}
