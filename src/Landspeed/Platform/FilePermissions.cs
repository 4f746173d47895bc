namespace Landspeed.Platform;

/// <summary>Permission bits of files, in the order of <c>ls -l</c>: special, owner, group, others (chmod(2)).</summary>
internal static class FilePermissions
{
    /// <summary>All bits.</summary>
    internal const int All = SetUserId | SetGroupId | Sticky | Everybody;

    /// <summary>The program runs as the file's owner.</summary>
    internal const int SetUserId = 0b100_000_000_000;

    /// <summary>The program runs with the file's group; new entries of a directory inherit its group.</summary>
    internal const int SetGroupId = 0b010_000_000_000;

    /// <summary>Only its owner may remove an entry of the directory.</summary>
    internal const int Sticky = 0b001_000_000_000;

    /// <summary>Read, write and execute for everyone.</summary>
    internal const int Everybody = 0b111_111_111;

    /// <summary>Read, write and execute for the group.</summary>
    internal const int Group = 0b000_111_000;

    /// <summary>Read, write and execute for others.</summary>
    internal const int Others = 0b000_000_111;

    /// <summary>Read and write for everyone, which programs request for new files; the umask applies.</summary>
    internal const int NewFile = 0b110_110_110;

    /// <summary>Read and write for the owner only.</summary>
    internal const int OwnFile = 0b110_000_000;

    /// <summary>Write for the owner only.</summary>
    internal const int OwnerWrite = 0b010_000_000;

    /// <summary>Read, write and enter for the owner only.</summary>
    internal const int OwnDirectory = 0b111_000_000;
}
