using Landspeed.Experiments.Results.Pairs;
using Landspeed.Platform;

namespace Landspeed.Experiments.Copying.Pairs;

/// <summary>
/// Checks that names which are hard links to one file in one tree are so in the other. Keeps only files of which more
/// names are expected.
/// </summary>
/// <remarks>For use by one thread.</remarks>
internal sealed class PairLinks
{
    private readonly Dictionary<FileKey, Group> _a = [];
    private readonly Dictionary<FileKey, Group> _b = [];

    /// <summary>Takes one name.</summary>
    /// <param name="path">The name.</param>
    /// <param name="a">Status of the file that it has in A.</param>
    /// <param name="b">Status of the file that it has in B.</param>
    /// <returns>The difference from the names before, or null.</returns>
    internal PairDifferenceRecord? Judge(FilePath path, in FileStatus a, in FileStatus b)
    {
        (FileKey keyA, FileKey keyB) = (FileKey.Of(a), FileKey.Of(b));
        return Take(_a, keyA, a.LinkCount, keyB, path) is { } first ? Difference(first, "a")
            : Take(_b, keyB, b.LinkCount, keyA, path) is { } second ? Difference(second, "b") : null;
    }

    private static PairDifferenceRecord Difference(FilePath name, string onlyIn) =>
        new() { What = PairAspect.HardLink, Name = name.Display, OnlyIn = onlyIn };

    // Returns the first name of the file if that is not a name of the same file on the other side.
    private static FilePath? Take(
        Dictionary<FileKey, Group> groups, FileKey file, uint linkCount, FileKey other, FilePath path)
    {
        if (linkCount < 2)
        {
            return null;
        }

        if (!groups.TryGetValue(file, out Group? group))
        {
            groups.Add(file, new Group(path, other) { Left = linkCount - 1 });
            return null;
        }

        if (--group.Left == 0)
        {
            groups.Remove(file);
        }

        return group.Other == other ? null : group.First;
    }

    private readonly record struct FileKey(DeviceNumber Device, ulong Inode)
    {
        internal static FileKey Of(in FileStatus status) => new(status.Device, status.Inode);
    }

    private sealed record Group(FilePath First, FileKey Other)
    {
        internal uint Left { get; set; }
    }
}
