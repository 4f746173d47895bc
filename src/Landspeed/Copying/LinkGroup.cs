using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>The names of one source file that has several, as far as they were met.</summary>
internal sealed class LinkGroup((DeviceNumber Device, ulong Inode) key, DirectoryPair pair, FilePath name)
{
    /// <summary>The source file.</summary>
    internal (DeviceNumber Device, ulong Inode) Key { get; } = key;

    /// <summary>Where the first name is copied to.</summary>
    internal DirectoryPair Pair { get; } = pair;

    /// <summary>The first name.</summary>
    internal FilePath Name { get; } = name;

    /// <summary>What the first name's copy is; null until it has its name.</summary>
    internal FileStatus? Target { get; set; }

    /// <summary>Names that wait for that.</summary>
    internal List<TreeEntry> Waiting { get; } = [];

    /// <summary>Names that were not met yet, as far as the file system tells.</summary>
    internal long Unmet { get; set; }
}
