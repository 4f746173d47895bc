namespace Landspeed.Experiments.Volumes;

/// <summary>A volume of one's own in a file.</summary>
/// <param name="Size">Bytes of the file, which is as large as the volume.</param>
/// <param name="FileSystem">What is made in it.</param>
public sealed record ImageOptions(long Size, ImageFileSystem FileSystem);

/// <summary>A file system that can be made in a file.</summary>
public enum ImageFileSystem
{
    /// <summary>The usual one of Debian.</summary>
    Ext4,

    /// <summary>The usual one of Red Hat's distributions.</summary>
    Xfs,

    /// <summary>The usual one of Fedora and SUSE: every write goes to a new place.</summary>
    Btrfs,
}
