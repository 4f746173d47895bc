using Landspeed.Copying.Content;
using Landspeed.Copying.Identity;
using Landspeed.Copying.Publication;
using Landspeed.Copying.Runs;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;

namespace Landspeed.Copying.Trees;

/// <summary>Creates additional names for copied files.</summary>
internal static class HardLinkMaking
{
    private static readonly FilePath s_probe = FilePath.FromBytes("links"u8);

    /// <summary>Decides what to do with one of several names of a file.</summary>
    /// <param name="run">The run.</param>
    /// <param name="entry">The name; its directories are open.</param>
    /// <param name="group">The names of its file, or null for <see cref="LinkTurn.Alone"/>.</param>
    /// <exception cref="IOException">It cannot be compared with another name.</exception>
    internal static LinkTurn Join(TreeRun run, TreeEntry entry, out LinkGroup? group)
    {
        group = null;
        if (!TakesLinks(run, entry))
        {
            return LinkTurn.Alone;
        }

        string fileSystem = run.Volumes.Of(entry.Pair.Target, entry.Pair.TargetStatus.Device);
        LinkTurn? turn;
        do
        {
            turn = run.HardLinks.Join(entry, Seat(run, entry), FileSystemNames.MostLinks(fileSystem), out group);
        }
        while (turn is null);
        if (turn == LinkTurn.CopyFirst && group!.IsFurther)
        {
            SayFull(run, entry);
        }

        return turn.Value;
    }

    /// <summary>Offers a name that looks up to date: other names of its file may be linked to it.</summary>
    /// <returns>
    /// True if the other names are linked to it or need no link; false if they have something else, so that it must be
    /// compared.
    /// </returns>
    /// <exception cref="IOException">It cannot be compared with another name.</exception>
    internal static bool TryOffer(TreeRun run, TreeEntry entry, in FileStatus present)
    {
        if (!TakesLinks(run, entry))
        {
            return true;
        }

        while (true)
        {
            LinkSeat seat = Seat(run, entry);
            if (seat.Key.Variant > 0)
            {
                return false; // the target may have been made of two files that were taken for one
            }

            if (run.HardLinks.TryOffer(entry, seat, present) is { } isOffered)
            {
                return isOffered;
            }
        }
    }

    // Where inode numbers prove nothing, the content of an earlier name must equal that of this one.
    private static LinkSeat Seat(TreeRun run, TreeEntry entry)
    {
        var key = LinkKey.Of(entry.Source);
        if (entry.Source.Device == entry.Pair.SourceStatus.Device
            && run.Volumes.HasOwnInodes(entry.Pair.Source, entry.Source.Device))
        {
            return new LinkSeat(key, Known: null, IsSure: true);
        }

        while (run.HardLinks.Find(key) is { } known)
        {
            if (HasContent(run, entry, known))
            {
                return new LinkSeat(key, known, IsSure: false);
            }

            key = key with { Variant = key.Variant + 1 };
        }

        return new LinkSeat(key, Known: null, IsSure: false);
    }

    private static bool HasContent(TreeRun run, TreeEntry entry, LinkGroup group)
    {
        using OpenDirectory directory = group.Pair.OpenFrom(run.Source);
        var first = new DirectoryEntry(directory, group.Name);
        return entry.Source.Kind == FileKind.Regular
            ? ContentComparison.IsEqual(entry.SourceEntry, first)
            : NamedEntries.IsSame(entry.SourceEntry, entry.Source, first);
    }

    /// <summary>Creates the link, reports it, and ends the entry.</summary>
    internal static void Make(TreeRun run, LinkGroup group, TreeEntry entry) =>
        TryMake(run, group, entry, mayRefuse: false);

    /// <summary>Creates the link, or does nothing if the file already has its maximum number of names.</summary>
    /// <returns>True if the entry was finished.</returns>
    internal static bool TryMake(TreeRun run, LinkGroup group, TreeEntry entry, bool mayRefuse = true)
    {
        bool isDone = true;
        try
        {
            // Copying the first name's content may have taken long.
            SourceChanges.RequireName(entry.SourceEntry, entry.Source);
            using OpenDirectory first = OpenFirst(run, group);
            if (entry.Source.Length >= CopySetup.JournalThresholdInTrees)
            {
                PartFile.RemoveLeft(entry.TargetEntry);
            }

            bool made = Link(run, new DirectoryEntry(first, group.Name), group.Target!.Value, entry);
            run.Reporter.Happened(new CopyEvent(
                made ? CopyAction.HardLinkMade : CopyAction.UpToDate, entry.PathBelow, 0));
        }
        catch (NativeIOException full) when (mayRefuse && full.Error.Kind == NativeErrorKind.TooManyLinks)
        {
            isDone = false;
            SayFull(run, entry);
        }
        catch (Exception failure) when (failure is IOException)
        {
            run.Failed(CopyProblems.Of(failure, entry.TargetEntry.Path), entry.PathBelow);
        }
        finally
        {
            if (isDone)
            {
                entry.Pair.End();
            }
        }

        return isDone;
    }

    /// <summary>
    /// True if a name may be linked to what the target has: nothing has to be created, or its content is that of the
    /// source.
    /// </summary>
    /// <exception cref="IOException">It cannot be compared.</exception>
    internal static bool IsSound(TreeRun run, LinkGroup group, TreeEntry entry)
    {
        if (group.IsProven || (Entries.Find(entry.TargetEntry) is { } present && Entries.IsSame(present, group.Target!.Value)))
        {
            return true;
        }

        using OpenDirectory first = OpenFirst(run, group);
        group.IsProven = ContentComparison.IsEqual(entry.SourceEntry, new DirectoryEntry(first, group.Name));
        return group.IsProven;
    }

    /// <summary>Resumes the waiting names when the first name has been published or has failed.</summary>
    /// <param name="run">The run.</param>
    /// <param name="first">The first name; if it is not one, nothing happens.</param>
    /// <param name="target">Status of its copy, or null if there is none.</param>
    /// <param name="problem">The reason if there is none.</param>
    internal static void Settle(TreeRun run, TreeEntry first, FileStatus? target, CopyProblem? problem)
    {
        if (first.Group is not { } group)
        {
            return;
        }

        first.Group = null;
        foreach (TreeEntry waiting in run.HardLinks.Settle(group, target))
        {
            if (target is not null)
            {
                Make(run, group, waiting);
                continue;
            }

            FilePath path = waiting.TargetEntry.Path;
            run.Failed(
                problem! with { Path = path, Message = $"cannot make the hard link {path.Display}: {problem.Message}" },
                waiting.PathBelow);
            waiting.Pair.End();
        }
    }

    private static void SayFull(TreeRun run, TreeEntry entry)
    {
        if (run.HardLinks.IsFirstRefusal(entry.Pair.TargetStatus.Device))
        {
            FilePath path = entry.TargetEntry.Path;
            run.Reporter.Noticed(new CopyProblem(
                CopyProblemKind.NotPreserved,
                path,
                $"the hard link {path.Display} could not be kept: its file has as many names as the file system "
                    + "allows; it and the names after it become another file"));
        }
    }

    // FAT and some servers have no hard links: tested once per file system with a temporary file of ours.
    private static bool TakesLinks(TreeRun run, TreeEntry entry)
    {
        DeviceNumber device = entry.Pair.TargetStatus.Device;
        return run.HardLinks.TakesLinks(device) ?? run.HardLinks.Learn(device, () =>
        {
            bool? takes = FileSystemNames.TakesLinks(run.Volumes.Of(entry.Pair.Target, device))
                ?? ProbeLinks(run, entry.Pair.Target);
            if (takes == false)
            {
                FilePath path = entry.TargetEntry.Path;
                run.Reporter.Noticed(new CopyProblem(
                    CopyProblemKind.NotPreserved,
                    path,
                    $"the hard link {path.Display} could not be kept: its file system has none; each name becomes a "
                        + "file of its own, and so do others there"));
            }

            return takes ?? true; // the first link says why not
        });
    }

    private static bool? ProbeLinks(TreeRun run, OpenDirectory directory)
    {
        UnpublishedFile? file = null;
        try
        {
            file = run.Names.Create(new DirectoryEntry(directory, s_probe));
            FilePath second = run.Names.Of(FilePath.FromBytes("links-2"u8));
            ITreeCalls calls = NativePlatform.Trees;
            NativeResult linked = calls.Link(directory.Handle, file.Name, directory.Handle, second);
            if (linked.Succeeded)
            {
                calls.Remove(directory.Handle, second);
            }

            return linked.Succeeded ? true
                : linked.Error.Kind is NativeErrorKind.NotPermitted or NativeErrorKind.NotSupported ? false : null;
        }
        catch (IOException)
        {
            return null;
        }
        finally
        {
            file?.Remove();
        }
    }

    private static bool Link(TreeRun run, DirectoryEntry first, in FileStatus expected, TreeEntry entry)
    {
        DirectoryEntry place = entry.TargetEntry;
        if (entry.Publication == RenameRule.MustBeFree)
        {
            MakeLink(first, place, expected);
            return true;
        }

        // Renaming one name of a file over another of the same file does nothing, and would leave the temporary name.
        if (Entries.Find(place) is { } present && Entries.IsSame(present, expected))
        {
            return false;
        }

        Replacement.RequirePossible(place);
        var temporary = new DirectoryEntry(place.Directory, run.Names.Of(place.Name));
        MakeLink(first, temporary, expected);
        Replacement.Publish(temporary, place, RenameRule.Replace);
        return true;
    }

    // The names may point to other files by now: only a link to the very file that was copied stays.
    private static void MakeLink(DirectoryEntry first, DirectoryEntry name, in FileStatus expected)
    {
        ITreeCalls calls = NativePlatform.Trees;
        NativeResult linked = calls.Link(first.Directory.Handle, first.Name, name.Directory.Handle, name.Name);
        if (linked.Failed)
        {
            throw new NativeIOException("make the hard link", name.Path, linked.Error);
        }

        if (!Entries.IsSame(Entries.Status(name), expected))
        {
            calls.Remove(name.Directory.Handle, name.Name);
            throw new CopyException(CopyOutcome.Failed, new CopyProblem(
                CopyProblemKind.Failed,
                name.Path,
                $"cannot make the hard link {name.Path.Display}: {first.Path.Display} was exchanged in the meantime"));
        }
    }

    // The directory may have been closed long ago.
    private static OpenDirectory OpenFirst(TreeRun run, LinkGroup group) =>
        group.Pair.TryRetainTarget() ?? group.Pair.OpenFrom(run.Target);
}
