using Landspeed.Platform;

namespace Landspeed.Cli.Output;

/// <summary>Whether two names mean one file, whatever their spelling.</summary>
internal static class SameFile
{
    /// <summary>Compares what the names stand for; of files that are missing, the names and their directories.</summary>
    /// <remarks>Two names of a device or FIFO are not one file here: everybody may write to <c>/dev/null</c>.</remarks>
    internal static bool Is(FilePath one, FilePath other)
    {
        bool bothExist = NativePlatform.Files.StatusOf(one, out FileStatus first).Succeeded
            & NativePlatform.Files.StatusOf(other, out FileStatus second).Succeeded;
        return bothExist
            ? first.Kind == FileKind.Regular && (first.Device, first.Inode) == (second.Device, second.Inode)
            : one.Name.Equals(other.Name) && IsDirectory(one.Parent, other.Parent);
    }

    /// <summary>Whether two names mean one directory.</summary>
    internal static bool IsDirectory(FilePath one, FilePath other) =>
        NativePlatform.Files.StatusOf(one, out FileStatus first).Succeeded
        && NativePlatform.Files.StatusOf(other, out FileStatus second).Succeeded
            ? (first.Device, first.Inode) == (second.Device, second.Inode)
            : one.Equals(other);
}
