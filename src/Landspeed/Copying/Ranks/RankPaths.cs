using Landspeed.Files.Trees;
using Landspeed.Platform;

namespace Landspeed.Copying.Ranks;

/// <summary>Opens directories by their paths below a root, name by name, without following links.</summary>
internal static class RankPaths
{
    private static readonly FilePath s_itself = FilePath.FromBytes("."u8);

    /// <summary>The path of the root itself.</summary>
    internal static FilePath Root => s_itself;

    /// <summary>True if a path is the root itself.</summary>
    internal static bool IsRoot(FilePath path) => path.Bytes is [(byte)'.'];

    /// <summary>Returns the path of an entry.</summary>
    internal static FilePath Below(FilePath directory, FilePath name) => IsRoot(directory) ? name : directory.Join(name);

    /// <summary>Returns the names of a path, starting at the root.</summary>
    internal static List<FilePath> NamesOf(FilePath path)
    {
        List<FilePath> names = [];
        if (!IsRoot(path))
        {
            ReadOnlySpan<byte> bytes = path.Bytes;
            foreach (Range part in bytes.Split((byte)'/'))
            {
                names.Add(FilePath.FromBytes(bytes[part]));
            }
        }

        return names;
    }

    /// <summary>Opens a directory.</summary>
    /// <returns>The directory; the caller disposes of it.</returns>
    /// <exception cref="NativeIOException">It does not exist, or cannot be opened.</exception>
    internal static OpenDirectory Open(OpenDirectory root, FilePath path)
    {
        OpenDirectory directory = root.Retain();
        foreach (FilePath name in NamesOf(path))
        {
            using OpenDirectory above = directory;
            directory = above.Child(name, Entries.Open(new DirectoryEntry(above, name), EntryOpening.Directory));
        }

        return directory;
    }
}
