namespace Landspeed.Files;

/// <summary>Where the mark lies that makes a file ours.</summary>
public enum MarkPlace
{
    /// <summary>In an extended attribute of the file.</summary>
    Attribute,

    /// <summary>In a small hidden file beside it, where the file system has no extended attributes.</summary>
    Sidecar,
}
