using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files;

/// <summary>Resolves symbolic links.</summary>
internal static class SymbolicLinks
{
    private const int Most = 40; // as many as the kernel follows
    private const int LongestContent = 4096; // what a link says is a path

    /// <summary>
    /// Follows a name link by link, as the system does: .NET would remove name/.. from a link's destination.
    /// </summary>
    /// <param name="path">A name; need not exist.</param>
    /// <returns>
    /// The name itself, and the destination of each link on its way; the last one is not a symbolic link.
    /// </returns>
    /// <exception cref="NativeIOException">
    /// It leads in a circle, or back from a missing name; thrown while enumerating.
    /// </exception>
    internal static IEnumerable<FilePath> Follow(FilePath path)
    {
        FilePath target = path;
        yield return target;
        for (int link = 0; Said(target) is { } said; link++)
        {
            if (link == Most)
            {
                throw new NativeIOException("follow the symbolic link", path, NativeError.Of(NativeErrorKind.NotFound));
            }

            target = PlainPath.Of(said.Bytes[0] == (byte)'/' ? said : target.Parent.Join(said));
            yield return target;
        }
    }

    /// <summary>Returns a symbolic link's destination, or null for anything else or if it may not be read.</summary>
    /// <param name="path">A name; need not exist.</param>
    internal static FilePath? Said(FilePath path)
    {
        if (HoldingDirectory.Open(path.Parent, out SafeFileHandle? directory).Failed)
        {
            return null;
        }

        using (directory)
        {
            Span<byte> content = stackalloc byte[LongestContent];
            NativeResult read = NativePlatform.Trees.ReadSymbolicLink(directory!, path.Name, content);
            return read.Raw > 0 ? FilePath.FromBytes(content[..(int)read.Value]) : null;
        }
    }
}
