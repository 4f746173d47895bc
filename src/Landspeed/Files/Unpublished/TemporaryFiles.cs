using Landspeed.Files.Trees;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files.Unpublished;

/// <summary>Distinguishes our files under temporary names from a user's files that merely have such names.</summary>
internal static class TemporaryFiles
{
    /// <summary>
    /// True if an entry is not part of the user's tree: its mark, or the claim of its run, proves it.
    /// </summary>
    /// <param name="entry">An entry other than a directory.</param>
    /// <remarks>No system call for other names.</remarks>
    internal static bool IsOurs(DirectoryEntry entry)
    {
        if (!TemporaryNames.Is(entry.Name.Bytes))
        {
            return false;
        }

        return NameClaim.IsOne(entry.Directory, entry.Name)
            || (TemporaryNames.RunOf(entry.Name.Bytes) is { } run && RunClaim.Find(entry.Directory, run) != ClaimState.None)
            || IsMarked(entry);
    }

    // Opening a device may already have effects.
    private static bool IsMarked(DirectoryEntry entry)
    {
        if (NativePlatform.Trees.Status(entry.Directory.Handle, entry.Name, out FileStatus status).Failed
            || status.Kind != FileKind.Regular
            || Entries.TryOpen(entry, EntryOpening.Read, out SafeFileHandle? handle).IsError)
        {
            return false;
        }

        using (handle)
        {
            return PartMarks.IsAnyOn(handle!, entry.Path, FileIdentity.Of(status))
                || (status.Length == 0 && NameClaim.IsOn(entry.Directory, entry.Name));
        }
    }
}
