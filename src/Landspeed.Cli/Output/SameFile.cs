using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Cli.Output;

/// <summary>Whether two names mean one file, whatever their spelling.</summary>
internal static class SameFile
{
    /// <summary>Compares what the names stand for; of files that are missing, the names and their directories.</summary>
    /// <remarks>Two names of a device or FIFO are not one file here: everyone may write to <c>/dev/null</c>.</remarks>
    internal static bool Is(FilePath one, FilePath other)
    {
        bool bothExist = NativePlatform.Files.StatusOf(one, out FileStatus first).Succeeded
            & NativePlatform.Files.StatusOf(other, out FileStatus second).Succeeded;
        return bothExist
            ? first.Kind == FileKind.Regular && (first.Device, first.Inode) == (second.Device, second.Inode)
            : one.Name.Equals(other.Name) && IsDirectory(one.Parent, other.Parent);
    }

    /// <summary>The path of a file in a directory or below it, whatever links lead there.</summary>
    /// <param name="file">A file, which need not be there.</param>
    /// <param name="directory">A directory.</param>
    /// <returns>Its path below that directory; null: it lies elsewhere, or one of the two cannot be found.</returns>
    /// <remarks>By device and inode of each directory above the file. Opens them one by one.</remarks>
    internal static FilePath? PathBelow(FilePath file, FilePath directory)
    {
        try
        {
            FilePath place = SymbolicLinks.Follow(file).Last();
            using OpenDirectory root = OpenDirectory.Holding(directory);
            using OpenDirectory parent = OpenDirectory.Holding(place.Parent);
            return parent.WithThoseAbove().Any(above => IsSame(above.Handle, root.Handle))
                ? Rest(parent, root)?.Join(place.Name) ?? place.Name
                : null;
        }
        catch (NativeIOException)
        {
            return null; // who opens it says why
        }
    }

    /// <summary>Whether two names mean one directory.</summary>
    internal static bool IsDirectory(FilePath one, FilePath other) =>
        NativePlatform.Files.StatusOf(one, out FileStatus first).Succeeded
        && NativePlatform.Files.StatusOf(other, out FileStatus second).Succeeded
            ? (first.Device, first.Inode) == (second.Device, second.Inode)
            : one.Equals(other);

    private static bool IsSame(SafeFileHandle one, SafeFileHandle other) =>
        NativePlatform.Files.Status(one, out FileStatus first).Succeeded
        && NativePlatform.Files.Status(other, out FileStatus second).Succeeded
        && Entries.IsSame(first, second);

    // Null of the directory itself, and where one is reached by two mounts: then the file's own name must do.
    private static FilePath? Rest(OpenDirectory below, OpenDirectory above)
    {
        FilePath? full = NativePlatform.Trees.NameOf(below.Handle);
        FilePath? start = NativePlatform.Trees.NameOf(above.Handle);
        bool isBelow = full is not null && start is not null
            && full.Bytes.Length > start.Bytes.Length + 1 && full.Bytes.StartsWith(start.Bytes);
        return isBelow
            ? FilePath.FromBytes(full!.Bytes[start!.Bytes.Length..].TrimStart((byte)'/'))
            : null;
    }
}
