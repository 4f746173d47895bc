using Landspeed.Platform;

namespace Landspeed.Copying.Identity;

/// <summary>
/// What all names of one file have in common. Two files that have one number, as below a view of several volumes,
/// differ in the rest.
/// </summary>
/// <param name="Device">Its file system.</param>
/// <param name="Inode">Its number there.</param>
/// <param name="Length">Its length.</param>
/// <param name="Modified">Last change of its content.</param>
/// <param name="Changed">Last change of anything: a name that was asked about before joins no other.</param>
/// <param name="Born">When it was made.</param>
/// <param name="LinkCount">Its names.</param>
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
    /// <summary>Tells files apart that are alike in everything but their content.</summary>
    internal int Variant { get; init; }

    /// <summary>That of a file.</summary>
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
