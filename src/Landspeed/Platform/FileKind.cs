namespace Landspeed.Platform;

/// <summary>What a name stands for.</summary>
public enum FileKind
{
    /// <summary>An ordinary file.</summary>
    Regular,

    /// <summary>A directory.</summary>
    Directory,

    /// <summary>A symbolic link.</summary>
    SymbolicLink,

    /// <summary>A FIFO (named pipe).</summary>
    Fifo,

    /// <summary>A socket.</summary>
    Socket,

    /// <summary>A block device.</summary>
    BlockDevice,

    /// <summary>A character device.</summary>
    CharacterDevice,

    /// <summary>Something else.</summary>
    Unknown,
}
