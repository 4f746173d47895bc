using Landspeed.Platform;

namespace Landspeed.Files;

/// <summary>Where a name leads.</summary>
internal static class SymbolicLinks
{
    private const int Most = 40; // as many as the kernel follows

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
        for (int link = 0; new FileInfo(target.Text).LinkTarget is { } said; link++)
        {
            if (link == Most)
            {
                throw new NativeIOException("follow the symbolic link", path, NativeError.Of(NativeErrorKind.NotFound));
            }

            var next = FilePath.FromText(said);
            target = PlainPath.Of(said[0] == '/' ? next : target.Parent.Join(next));
            yield return target;
        }
    }
}
