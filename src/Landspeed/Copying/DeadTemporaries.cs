using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying;

/// <summary>Removes unfinished files that dead runs left in a directory of the target, which this run has locked.</summary>
/// <remarks>
/// Should another run, into a directory above or below, be at work after all, it finds its file gone and says so: two runs
/// never take each other's files for their own.
/// </remarks>
internal static class DeadTemporaries
{
    /// <summary>Removes those that nobody holds.</summary>
    /// <param name="directory">A directory of the target.</param>
    /// <param name="listing">Lists it.</param>
    /// <param name="run">The run.</param>
    internal static void Remove(OpenDirectory directory, DirectoryListing listing, TreeRun run)
    {
        List<FilePath> found = [];
        _ = listing.ForEach(directory, (name, kind) =>
        {
            if ((kind is null or FileKind.Regular) && TemporaryNames.IsOfAnyRun(name))
            {
                found.Add(FilePath.FromBytes(name));
            }

            return true;
        });
        NativePlatform.Trees.Rewind(directory.Handle);
        foreach (FilePath name in found)
        {
            RemoveDead(new EntryPlace(directory, name), run);
        }
    }

    private static void RemoveDead(EntryPlace place, TreeRun run)
    {
        if (Entries.TryOpen(place, EntryOpening.Read, out SafeFileHandle? handle).IsError)
        {
            return;
        }

        using (handle)
        {
            bool isOurs = NativePlatform.Files.Status(handle!, out FileStatus status).Succeeded
                && status is { Kind: FileKind.Regular, LinkCount: 1 }
                && status.UserId == run.Preservation.Identity.UserId;
            bool isHeld = NativePlatform.Files.TryLock(handle!, FileLockKind.Exclusive).Error.Kind == NativeErrorKind.WouldBlock;
            if (isOurs && !isHeld)
            {
                NativePlatform.Trees.Remove(place.Directory.Handle, place.Name);
            }
        }
    }
}
