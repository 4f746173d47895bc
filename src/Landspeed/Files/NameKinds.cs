using Landspeed.Platform;

namespace Landspeed.Files;

/// <summary>Determines the kind of file that a name currently refers to, following links.</summary>
internal static class NameKinds
{
    /// <summary>True if the name is a directory.</summary>
    internal static bool IsDirectory(FilePath path) => KindOf(path) == FileKind.Directory;

    /// <inheritdoc cref="IsDirectory(FilePath)"/>
    internal static bool IsDirectory(string name) => name.Length > 0 && IsDirectory(FilePath.FromText(name));

    /// <summary>True if the name exists and is not a directory.</summary>
    internal static bool IsFile(string name) =>
        name.Length > 0 && KindOf(FilePath.FromText(name)) is not (null or FileKind.Directory);

    private static FileKind? KindOf(FilePath path) =>
        NativePlatform.Files.StatusOf(path, out FileStatus status).Succeeded ? status.Kind : null;
}
