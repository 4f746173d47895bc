using Landspeed.Files.Trees;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files.Unpublished;

/// <summary>Tells files of ours under a temporary name from a user's files that merely have such a name.</summary>
internal static class TemporaryFiles
{
    /// <summary>Whether an entry is no part of the user's tree: its mark, or the claim of its run, proves it.</summary>
    /// <param name="entry">Anything but a directory.</param>
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

    // Opening a device may already do something.
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
