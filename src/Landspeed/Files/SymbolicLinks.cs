using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files;

/// <summary>Where a name leads.</summary>
internal static class SymbolicLinks
{
    private const int Most = 40; // as many as the kernel follows
    private const int LongestContent = 4096; // what a link says is a path

    /// <summary>
    /// Follows a name link by link, as the system goes: .NET would take name/.. out of what a link says.
    /// </summary>
    /// <param name="path">A name; need not exist.</param>
    /// <returns>The name itself, and what each link on its way leads to; the last one is no symbolic link.</returns>
    /// <exception cref="NativeIOException">It leads in a circle, or back from nowhere; while enumerating.</exception>
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

    /// <summary>What a symbolic link says; null of anything else, and of what nobody may look at.</summary>
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
