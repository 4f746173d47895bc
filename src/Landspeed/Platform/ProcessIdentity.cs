namespace Landspeed.Platform;

/// <summary>Who a process is for the file system.</summary>
/// <param name="UserId">Effective user: the owner of new files.</param>
/// <param name="GroupId">Effective group: the group of new files, unless their directory passes on its own.</param>
/// <param name="CreationMask">The umask: permission bits that new files do not get.</param>
public readonly record struct ProcessIdentity(uint UserId, uint GroupId, int CreationMask)
{
    /// <summary>Whether it is the super-user, who may read, write and give away everything.</summary>
    public bool IsRoot => UserId == 0;
}
