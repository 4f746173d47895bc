namespace Landspeed.Platform;

/// <summary>Permission bits of files, in the order of <c>ls -l</c>: special, owner, group, others (chmod(2)).</summary>
internal static class FilePermissions
{
    /// <summary>All bits that there are.</summary>
    internal const int All = SetUserId | SetGroupId | Sticky | Everybody;

    /// <summary>The program runs as the file's owner.</summary>
    internal const int SetUserId = 0b100_000_000_000;

    /// <summary>The program runs with the file's group; a directory passes its group on.</summary>
    internal const int SetGroupId = 0b010_000_000_000;

    /// <summary>Only its owner may remove an entry of the directory.</summary>
    internal const int Sticky = 0b001_000_000_000;

    /// <summary>Reading, writing and executing, for everybody.</summary>
    internal const int Everybody = 0b111_111_111;

    /// <summary>Reading and writing, for everybody: what programs ask for new files, which the umask narrows.</summary>
    internal const int NewFile = 0b110_110_110;

    /// <summary>Reading and writing, for the owner only.</summary>
    internal const int OwnFile = 0b110_000_000;

    /// <summary>Writing, for the owner only.</summary>
    internal const int OwnerWrite = 0b010_000_000;

    /// <summary>Reading, writing and entering, for the owner only.</summary>
    internal const int OwnDirectory = 0b111_000_000;
}
