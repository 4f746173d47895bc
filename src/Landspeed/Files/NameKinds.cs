using Landspeed.Platform;

namespace Landspeed.Files;

/// <summary>What has a name now, links followed.</summary>
internal static class NameKinds
{
    /// <summary>Whether a directory has the name.</summary>
    internal static bool IsDirectory(FilePath path) => KindOf(path) == FileKind.Directory;

    /// <inheritdoc cref="IsDirectory(FilePath)"/>
    internal static bool IsDirectory(string name) => name.Length > 0 && IsDirectory(FilePath.FromText(name));

    /// <summary>Whether something that is no directory has the name.</summary>
    internal static bool IsFile(string name) =>
        name.Length > 0 && KindOf(FilePath.FromText(name)) is not (null or FileKind.Directory);

    private static FileKind? KindOf(FilePath path) =>
        NativePlatform.Files.StatusOf(path, out FileStatus status).Succeeded ? status.Kind : null;
}
