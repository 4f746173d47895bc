using Landspeed.Copying;
using Landspeed.Copying.Removal;
using Landspeed.Files.Trees;
using Landspeed.Platform;

namespace Landspeed;

/// <summary>Finds and removes what interrupted copies left in their target directories.</summary>
/// <remarks>
/// A name proves nothing: only what carries the mark of a copy goes, or what a killed run claimed by its marked file
/// <c>.NUMBER.landspeed-run</c> in the directory or above it. The marked file must belong to the user of this process (for
/// root as well: only root's own), be held by nobody, and not have changed for a minute. An unfinished file that could be continued goes,
/// too; one of another purpose stays.
/// </remarks>
public static class CopyLeftovers
{
    /// <summary>Looks for them in a directory and all below, and touches nothing.</summary>
    /// <param name="directory">Where to look; other file systems mounted below are not entered, links not followed.</param>
    /// <returns>What <see cref="Remove"/> would remove, and with a problem what it would not.</returns>
    /// <exception cref="NativeIOException">The directory cannot be opened.</exception>
    public static IReadOnlyList<Leftover> Find(FilePath directory) => Search(directory, TimeProvider.System, removes: false);

    /// <summary>Removes them from a directory and all below.</summary>
    /// <param name="directory">Where to look; other file systems mounted below are not entered, links not followed.</param>
    /// <returns>What was removed, and with a problem what was not.</returns>
    /// <exception cref="NativeIOException">The directory cannot be opened.</exception>
    public static IReadOnlyList<Leftover> Remove(FilePath directory) => Search(directory, TimeProvider.System, removes: true);

    /// <summary>The same at another time.</summary>
    internal static IReadOnlyList<Leftover> Search(FilePath directory, TimeProvider time, bool removes)
    {
        ArgumentNullException.ThrowIfNull(directory);
        using OpenDirectory root = OpenDirectory.Root(directory);
        FileStatus status = Entries.Status(root.Handle, new DirectoryEntry(root, FilePath.FromBytes("."u8)));
        using var search = new LeftoverSearch(root, status) { IsDry = !removes, Before = time.GetUtcNow() - TimeSpan.FromMinutes(1) };
        return search.Run();
    }
}
