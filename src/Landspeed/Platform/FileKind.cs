namespace Landspeed;

/// <summary>The kind of a file.</summary>
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

    /// <summary>A kind this library does not know.</summary>
    Unknown,
}

/// <summary>The kinds of files in words.</summary>
internal static class FileKinds
{
    /// <summary>Describes a kind, for a message about why a name cannot be used.</summary>
    /// <param name="kind">Any kind.</param>
    /// <returns>Text such as <c>a directory</c>.</returns>
    public static string Describe(FileKind kind) => kind switch
    {
        FileKind.Regular => "a file",
        FileKind.Directory => "a directory",
        FileKind.SymbolicLink => "a symbolic link",
        FileKind.Fifo => "a FIFO",
        FileKind.Socket => "a socket",
        FileKind.BlockDevice => "a block device",
        FileKind.CharacterDevice => "a character device",
        _ => "no regular file",
    };
}
