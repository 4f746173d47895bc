using Landspeed.Platform;

namespace Landspeed.Copying.Identity;

/// <summary>
/// Properties that all names of one file share. Two files with the same inode number, as under a view of several
/// volumes, differ in the others.
/// </summary>
/// <param name="Device">The file system.</param>
/// <param name="Inode">The inode number on it.</param>
/// <param name="Length">Its length.</param>
/// <param name="Modified">Last change of its content.</param>
/// <param name="Changed">
/// Last change of the inode; it also tells apart two queries between which the file changed.
/// </param>
/// <param name="Born">Creation time.</param>
/// <param name="LinkCount">Number of its names.</param>
/// <param name="Owner">User and group.</param>
/// <param name="Mode">Kind and permissions.</param>
internal readonly record struct LinkKey(
    DeviceNumber Device,
    ulong Inode,
    long Length,
    FileTime Modified,
    FileTime Changed,
    FileTime? Born,
    uint LinkCount,
    (uint UserId, uint GroupId) Owner,
    (FileKind Kind, int Permissions) Mode)
{
    /// <summary>Distinguishes files that are equal in everything except their content.</summary>
    internal int Variant { get; init; }

    /// <summary>Returns the key of a file.</summary>
    internal static LinkKey Of(in FileStatus status) => new(
        status.Device,
        status.Inode,
        status.Length,
        status.Modified,
        status.Changed,
        status.Born,
        status.LinkCount,
        (status.UserId, status.GroupId),
        (status.Kind, status.Permissions));
}
