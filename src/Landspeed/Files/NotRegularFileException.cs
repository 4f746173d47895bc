namespace Landspeed;

/// <summary>
/// Reports a name whose file Landspeed neither reads nor writes, such as a directory or device; it was not opened.
/// </summary>
public sealed class NotRegularFileException : IOException
{
    /// <summary>Creates the exception for a name.</summary>
    /// <param name="path">The name.</param>
    /// <param name="kind">Its kind; anything other than a regular file.</param>
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
