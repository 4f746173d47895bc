namespace Landspeed.Experiments.Volumes;

/// <summary>A temporary volume in a file.</summary>
/// <param name="Size">Bytes of the file, which is as large as the volume.</param>
/// <param name="FileSystem">The file system created on it.</param>
public sealed record ImageOptions(long Size, ImageFileSystem FileSystem);

/// <summary>A file system that can be created in a file.</summary>
public enum ImageFileSystem
{
    /// <summary>The default on Debian.</summary>
    Ext4,

    /// <summary>The default on Red Hat's distributions.</summary>
    Xfs,

    /// <summary>The default on Fedora and SUSE: every write goes to a new location.</summary>
    Btrfs,
}
