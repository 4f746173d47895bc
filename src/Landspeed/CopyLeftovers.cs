using System.Runtime.CompilerServices;
using Landspeed.Copying.Removal;
using Landspeed.Files.Trees;
using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>Finds and removes what interrupted copies left in their target directories.</summary>
/// <remarks>
/// A name alone proves nothing. A file is removed only if it carries the mark of a copy, or if a killed run claimed it
/// by its marked file <c>.NUMBER.landspeed-run</c> in the directory or above it. The marked file must belong to the
/// user of this process (for root too: only root's own files), must not be locked by any process, and must not have
/// changed for a minute. An unfinished file that could be continued is removed too; a file with another purpose stays.
/// </remarks>
/// <example>
/// <code>
/// foreach (Leftover leftover in CopyLeftovers.Remove("."))
/// {
///     string outcome = leftover.Problem?.Message ?? $"removed, {leftover.AllocatedBytes} bytes are free again";
///     Console.WriteLine($"{leftover.Path}: {outcome}");
/// }
/// </code>
/// </example>
public static class CopyLeftovers
{
    /// <summary>Lists the leftovers in a directory and everything below it, without changing anything.</summary>
    /// <param name="directory">
    /// Directory to search. Other file systems mounted below it are not entered, and links are not followed.
    /// </param>
    /// <returns>What <see cref="Remove(string)"/> would remove; an entry with a problem would stay.</returns>
    /// <exception cref="NativeIOException">The directory cannot be opened.</exception>
    public static IReadOnlyList<Leftover> Find(FilePath directory) => Search(directory, TimeProvider.System, removes: false);

    /// <inheritdoc cref="Find(FilePath)"/>
    /// <example>
    /// <code>
    /// IEnumerable&lt;Leftover&gt; removable = CopyLeftovers.Find(".").Where(leftover =&gt; leftover.Problem is null);
    /// Console.WriteLine($"Remove would free {removable.Sum(leftover =&gt; leftover.AllocatedBytes)} bytes");
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static IReadOnlyList<Leftover> Find(string directory) => Find(FilePath.FromText(directory));

    /// <summary>Removes the leftovers in a directory and everything below it.</summary>
    /// <param name="directory">
    /// Directory to search. Other file systems mounted below it are not entered, and links are not followed.
    /// </param>
    /// <returns>What was removed; an entry with a problem stayed.</returns>
    /// <exception cref="NativeIOException">The directory cannot be opened.</exception>
    public static IReadOnlyList<Leftover> Remove(FilePath directory) => Search(directory, TimeProvider.System, removes: true);

    /// <inheritdoc cref="Remove(FilePath)"/>
    /// <example>
    /// <code>
    /// IReadOnlyList&lt;Leftover&gt; leftovers = CopyLeftovers.Remove(".");
    /// Console.WriteLine($"{leftovers.Count(leftover =&gt; leftover.Problem is null)} of {leftovers.Count} removed");
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static IReadOnlyList<Leftover> Remove(string directory) => Remove(FilePath.FromText(directory));

    /// <summary>Searches with a given clock, and removes what it finds on request.</summary>
    internal static IReadOnlyList<Leftover> Search(FilePath directory, TimeProvider time, bool removes)
    {
        ArgumentNullException.ThrowIfNull(directory);
        using OpenDirectory root = OpenDirectory.Root(directory);
        FileStatus status = Entries.Status(root.Handle, new DirectoryEntry(root, FilePath.FromBytes("."u8)));
        using var search = new LeftoverSearch(root, status) { IsDry = !removes, Before = time.GetUtcNow() - TimeSpan.FromMinutes(1) };
        return search.Run();
    }
}
