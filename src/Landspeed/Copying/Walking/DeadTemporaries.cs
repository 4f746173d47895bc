using Landspeed.Copying.Journal;
using Landspeed.Copying.Trees;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Walking;

/// <summary>
/// Removes what dead runs left in a directory of the target, which this run has locked, and nobody will continue: unfinished
/// files, and journals whose file has its name already, because their run was killed in between.
/// </summary>
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
        List<DirectoryEntry> parts = [];
        List<DirectoryEntry> journals = [];
        _ = listing.ForEach(directory, (name, kind) =>
        {
            if ((kind is null or FileKind.Regular) && TemporaryNames.Is(name))
            {
                (TemporaryNames.IsJournal(name) ? journals : parts).Add(new DirectoryEntry(directory, FilePath.FromBytes(name)));
            }

            return true;
        });
        NativePlatform.Trees.Rewind(directory.Handle);
        HashSet<ulong> continuable = journals.Count > 0 ? RemoveLonely(journals, parts, run) : [];
        foreach (DirectoryEntry part in parts)
        {
            if (TemporaryNames.IsOfAnyRun(part.Name.Bytes))
            {
                RemoveDead(part, continuable, run);
            }
        }
    }

    // Returns the parts that have a journal. Which is whose, only the journal knows: long names are cut at different places.
    private static HashSet<ulong> RemoveLonely(List<DirectoryEntry> journals, List<DirectoryEntry> parts, TreeRun run)
    {
        HashSet<ulong> present = [.. parts.Select(part => StatusOf(part)?.Inode ?? 0)];
        HashSet<ulong> continuable = [];
        foreach (DirectoryEntry entry in journals)
        {
            if (StatusOf(entry) is not { } status || !IsOurs(status, run) || PartOf(entry) is not { } part)
            {
                continue;
            }

            if (present.Contains(part))
            {
                continuable.Add(part);
            }
            else
            {
                NativePlatform.Trees.Remove(entry.Directory.Handle, entry.Name);
            }
        }

        return continuable;
    }

    // Null when nothing proves that it is a journal, or it had not come to its file yet.
    private static ulong? PartOf(DirectoryEntry entry)
    {
        try
        {
            using CopyJournal? journal = CopyJournal.Open(entry, out JournalState state);
            return journal is null ? null : state.PartInode;
        }
        catch (NativeIOException)
        {
            return null;
        }
    }

    private static FileStatus? StatusOf(DirectoryEntry entry) =>
        NativePlatform.Trees.Status(entry.Directory.Handle, entry.Name, out FileStatus status).Succeeded ? status : null;

    private static bool IsOurs(in FileStatus status, TreeRun run) =>
        status is { Kind: FileKind.Regular, LinkCount: 1 } && status.UserId == run.Preservation.Identity.UserId;

    private static void RemoveDead(DirectoryEntry entry, HashSet<ulong> continuable, TreeRun run)
    {
        if (Entries.TryOpen(entry, EntryOpening.Read, out SafeFileHandle? handle).IsError)
        {
            return;
        }

        using (handle)
        {
            bool isOurs = NativePlatform.Files.Status(handle!, out FileStatus status).Succeeded && IsOurs(status, run);
            bool isHeld = NativePlatform.Files.TryLock(handle!, FileLockKind.Exclusive).Error.Kind == NativeErrorKind.WouldBlock;
            bool isOfCopy = FileMark.PurposeOf(handle!) is null or PartMarks.CopyPurpose;
            if (isOurs && isOfCopy && !isHeld && !continuable.Contains(status.Inode))
            {
                NativePlatform.Trees.Remove(entry.Directory.Handle, entry.Name);
            }
        }
    }
}
