using Landspeed.Files.Trees;
using Landspeed.Platform;

namespace Landspeed.Copying.Trees;

/// <summary>Copies symbolic links as what they are.</summary>
/// <remarks>Safe for all threads.</remarks>
internal static class SymbolicLinks
{
    // PATH_MAX; a link's content has one byte less at most.
    private const int LongestContent = 4096;

    /// <summary>Makes the link, reports it, and ends nothing.</summary>
    /// <returns>Whether the entry was handed on, because its file has several names.</returns>
    /// <exception cref="IOException">It cannot be made.</exception>
    internal static bool Carry(TreeRun run, DirectoryPair pair, FilePath name)
    {
        var source = new DirectoryEntry(pair.Source, name);
        FilePath content = Read(source);
        return NamedEntries.Carry(
            run,
            pair,
            name,
            FileKind.SymbolicLink,
            CopyAction.LinkMade,
            sameContent: (_, target) => Read(target).Equals(content),
            (place, _) => NativePlatform.Trees.CreateSymbolicLink(content, place.Directory.Handle, place.Name));
    }

    /// <summary>What a link points to.</summary>
    /// <exception cref="NativeIOException">It is no link, or cannot be read.</exception>
    internal static FilePath Read(DirectoryEntry place)
    {
        Span<byte> room = stackalloc byte[LongestContent];
        NativeResult read = NativePlatform.Trees.ReadSymbolicLink(place.Directory.Handle, place.Name, room);
        return read.Succeeded
            ? FilePath.FromBytes(room[..(int)read.Value])
            : throw new NativeIOException("read the symbolic link", place.Path, read.Error);
    }
}
