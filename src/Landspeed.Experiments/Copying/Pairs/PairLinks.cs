using Landspeed.Platform;
using Landspeed.Results.Pairs;

namespace Landspeed.Experiments.Copying.Pairs;

/// <summary>
/// Checks that names which are hard links to one file in one tree are so in the other. Keeps only files of which more
/// names are expected.
/// </summary>
/// <remarks>For use by one thread.</remarks>
internal sealed class PairLinks
{
    private readonly Dictionary<(DeviceNumber, ulong), Group> _a = [];
    private readonly Dictionary<(DeviceNumber, ulong), Group> _b = [];

    /// <summary>Takes one name.</summary>
    /// <param name="path">The name.</param>
    /// <param name="a">The file that it has in A.</param>
    /// <param name="b">The file that it has in B.</param>
    /// <returns>The difference from the names before, or null.</returns>
    internal PairDifferenceRecord? Judge(FilePath path, in LinkedFile a, in LinkedFile b) =>
        Take(_a, a, b, path) is { } first ? Difference(first, "a")
        : Take(_b, b, a, path) is { } second ? Difference(second, "b") : null;

    private static PairDifferenceRecord Difference(FilePath name, string onlyIn) =>
        new() { What = PairAspect.HardLink, Name = name.Display, OnlyIn = onlyIn };

    // Returns the first name of the file if that is not a name of the same file on the other side.
    private static FilePath? Take(
        Dictionary<(DeviceNumber, ulong), Group> groups, in LinkedFile file, in LinkedFile other, FilePath path)
    {
        if (file.Names < 2)
        {
            return null;
        }

        (DeviceNumber, ulong) key = Key(file);
        if (!groups.TryGetValue(key, out Group? group))
        {
            groups.Add(key, new Group(path, Key(other)) { Left = file.Names - 1 });
            return null;
        }

        if (--group.Left == 0)
        {
            groups.Remove(key);
        }

        return group.Other == Key(other) ? null : group.First;
    }

    private static (DeviceNumber, ulong) Key(in LinkedFile file) => (file.Device, file.Inode);

    private sealed record Group(FilePath First, (DeviceNumber, ulong) Other)
    {
        internal uint Left { get; set; }
    }
}
