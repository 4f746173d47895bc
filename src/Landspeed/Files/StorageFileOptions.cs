using Landspeed.Platform;

namespace Landspeed.Files;

/// <summary>How <see cref="StorageFile.Open(FilePath, StorageFileOptions)"/> opens a file.</summary>
internal sealed record StorageFileOptions
{
    /// <summary>Whether to read, write, or both. Default: read.</summary>
    public FileAccessKind Access { get; init; } = FileAccessKind.Read;

    /// <summary>
    /// Whether the file must exist, or must not exist and is created, which needs write access. Default: must exist.
    /// </summary>
    public FileCreation Creation { get; init; } = FileCreation.MustExist;

    /// <summary>How the bytes use the page cache. Default: buffered.</summary>
    public IoMode Mode { get; init; } = IoMode.Buffered;

    /// <summary>
    /// Whether it is an error if the mode is refused. Default: no. Ignored for buffered, which all files support.
    /// </summary>
    public bool RequireMode { get; init; }

    /// <summary>Permissions of a new file, less the process's umask; null for the usual ones.</summary>
    internal UnixFileMode? UnixCreateMode { get; init; }

    /// <summary>True if the full name of the file is needed while it is open.</summary>
    internal bool KeepsWorkingDirectory { get; init; }

    /// <summary>
    /// True to query the name of the file system only when it is needed, while the file is open; a stream's buffered
    /// file is opened without it.
    /// </summary>
    internal bool AsksForFileSystemLater { get; init; }
}
