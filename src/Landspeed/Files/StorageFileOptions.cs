using Landspeed.Platform;

namespace Landspeed.Files;

/// <summary>How <see cref="StorageFile.Open(FilePath, StorageFileOptions)"/> opens a file.</summary>
public sealed record StorageFileOptions
{
    /// <summary>What is done with the bytes: read, write, or both. Default: read.</summary>
    public FileAccessKind Access { get; init; } = FileAccessKind.Read;

    /// <summary>Whether the file must exist, or must not and is created; the latter needs an access that
    /// writes. Default: must exist.</summary>
    public FileCreation Creation { get; init; } = FileCreation.MustExist;

    /// <summary>How the bytes pass the page cache. Default: buffered.</summary>
    public IoMode Mode { get; init; } = IoMode.Buffered;

    /// <summary>What happens where the mode is refused. Default: preferred. Ignored for buffered, which all
    /// files offer.</summary>
    public Necessity Necessity { get; init; } = Necessity.Preferred;

    /// <summary>What a new file allows, less the process's mask; null: what new files usually do.</summary>
    internal UnixFileMode? UnixCreateMode { get; init; }

    /// <summary>Whether the full name of the file is wanted while it is open.</summary>
    internal bool KeepsWorkingDirectory { get; init; }

    /// <summary>
    /// Whether the name of the file system is asked for when it is wanted, while the file is open: a buffered file of a
    /// stream is opened without.
    /// </summary>
    internal bool AsksForFileSystemLater { get; init; }
}

/// <summary>Whether something must be had, or is only preferred.</summary>
public enum Necessity
{
    /// <summary>Fall back where the system refuses, and report it.</summary>
    Preferred,

    /// <summary>Fail where the system refuses.</summary>
    Required,
}
