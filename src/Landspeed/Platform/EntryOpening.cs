namespace Landspeed.Platform;

/// <summary>How an entry of a directory is opened.</summary>
public enum EntryOpening
{
    /// <summary>An existing file, to read.</summary>
    Read,

    /// <summary>
    /// An existing file, to read, leaving its time of last access as it is (O_NOATIME); not-permitted where the file
    /// belongs to somebody else.
    /// </summary>
    ReadUnnoticed,

    /// <summary>An existing file, to read and write.</summary>
    ReadWrite,

    /// <summary>A new file, to read and write; the name must be free.</summary>
    CreateNew,

    /// <summary>An existing directory, to read its names and to reach its entries.</summary>
    Directory,

    /// <summary>Anything, only to ask what it is (O_PATH); of a symbolic link, the link itself.</summary>
    Identify,
}
