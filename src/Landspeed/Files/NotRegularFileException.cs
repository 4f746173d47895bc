using Landspeed.Platform;

namespace Landspeed.Files;

/// <summary>The name stands for something that Landspeed does not read or write; it was not opened.</summary>
public sealed class NotRegularFileException : IOException
{
    /// <summary>Says what the name stands for.</summary>
    /// <param name="path">The name.</param>
    /// <param name="kind">What it stands for; anything but a regular file.</param>
    public NotRegularFileException(FilePath path, FileKind kind)
        : base($"cannot open {path?.Display}: it is {Describe(kind)}, and only regular files are read or written")
    {
        ArgumentNullException.ThrowIfNull(path);
        Path = path;
        Kind = kind;
    }

    /// <summary>The name.</summary>
    public FilePath Path { get; }

    /// <summary>What it stands for.</summary>
    public FileKind Kind { get; }

    internal static string Describe(FileKind kind) => kind switch
    {
        FileKind.Directory => "a directory",
        FileKind.SymbolicLink => "a symbolic link",
        FileKind.Fifo => "a FIFO",
        FileKind.Socket => "a socket",
        FileKind.BlockDevice => "a block device",
        FileKind.CharacterDevice => "a character device",
        _ => "no regular file",
    };
}
