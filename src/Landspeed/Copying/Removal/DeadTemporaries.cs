using Landspeed.Copying.Journal;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;

namespace Landspeed.Copying.Removal;

/// <summary>
/// Removes leftovers of dead runs that no later run will continue, in a directory of the target and below: files they
/// claimed, and journals whose file already has its name, because their run was killed in between.
/// </summary>
internal static class DeadTemporaries
{
    /// <summary>Removes those that no process holds.</summary>
    /// <param name="directory">A directory of the target.</param>
    /// <param name="status">Its status.</param>
    /// <param name="listing">Lists it.</param>
    /// <param name="own">This run's names, whose locks other hosts may not see.</param>
    internal static void Remove(OpenDirectory directory, in FileStatus status, DirectoryListing listing, RunNames own)
    {
        List<FilePath> claims = [];
        List<FilePath> journals = [];
        List<FilePath> parts = [];
        List<FilePath> nameClaims = [];
        _ = listing.ForEach(directory, (name, kind) =>
        {
            if (kind is (null or FileKind.Regular or FileKind.SymbolicLink) && TemporaryNames.Is(name))
            {
                (TemporaryNames.IsNameClaim(name) ? nameClaims
                    : TemporaryNames.IsRunClaim(name) ? claims
                    : TemporaryNames.IsJournal(name) ? journals
                    : parts).Add(FilePath.FromBytes(name));
            }

            return true;
        });
        foreach (FilePath nameClaim in nameClaims)
        {
            NameClaim.RemoveWithFile(directory, nameClaim);
        }

        foreach (FilePath claim in claims)
        {
            if (!own.AreOf(claim))
            {
                RemoveClaimed(directory, status, claim);
            }
        }

        if (journals.Count > 0)
        {
            RemoveLonely(directory, journals, parts);
        }
    }

    private static void RemoveClaimed(OpenDirectory directory, in FileStatus status, FilePath name)
    {
        string run = TemporaryNames.RunOf(name.Bytes)!;
        if (RunClaim.Find(directory, run) != ClaimState.Dead || RunClaim.TakeOver(directory, name) is not { } claim)
        {
            return;
        }

        // After a machine crash, a claimed file must not come back without its claim.
        using var search = new LeftoverSearch(directory, status) { OnlyRun = run };
        bool isDone = search.Run().All(leftover => leftover.Problem is null)
            && Interruptions.Retry(() => NativePlatform.Files.FlushFileSystem(directory.Handle)).Succeeded;
        if (isDone)
        {
            claim.Remove();
        }
        else
        {
            claim.Release();
        }
    }

    // Only the journal knows which part belongs to it: long names are cut off at different places.
    private static void RemoveLonely(OpenDirectory directory, List<FilePath> journals, List<FilePath> parts)
    {
        HashSet<ulong> present = [];
        foreach (FilePath part in parts)
        {
            if (NativePlatform.Trees.Status(directory.Handle, part, out FileStatus status).Succeeded)
            {
                present.Add(status.Inode);
            }
        }

        foreach (FilePath name in journals)
        {
            try
            {
                using CopyJournal? journal = CopyJournal.TakeOverNamed(
                    new DirectoryEntry(directory, name), name, out JournalState state);
                if (journal is not null && !present.Contains(state.PartInode ?? 0))
                {
                    journal.Remove();
                }
            }
            catch (IOException)
            {
                // Not ours, in use, or unreadable: it stays.
            }
        }
    }
}
