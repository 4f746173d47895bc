using Landspeed.Platform;

namespace Landspeed.Files;

/// <summary>The name stands for something that Landspeed does not read or write; it was not opened.</summary>
public sealed class NotRegularFileException : IOException
{
    /// <summary>Says what the name stands for.</summary>
    /// <param name="path">The name.</param>
    /// <param name="kind">What it stands for; anything but a regular file.</param>
    public NotRegularFileException(FilePath path, FileKind kind)
        : base($"cannot open {path?.Display}: it is {FileKinds.Describe(kind)}, and only regular files are read or written")
    {
        ArgumentNullException.ThrowIfNull(path);
        Path = path;
        Kind = kind;
    }

    /// <summary>The name.</summary>
    public FilePath Path { get; }

    /// <summary>What it stands for.</summary>
    public FileKind Kind { get; }
}
