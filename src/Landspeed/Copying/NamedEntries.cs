using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>Copies what has a name and no content to read: symbolic links and special files.</summary>
/// <remarks>Safe for all threads.</remarks>
internal static class NamedEntries
{
    /// <summary>Makes the entry, or finds that it is there; tells of it, and ends nothing.</summary>
    /// <param name="run">The run.</param>
    /// <param name="pair">Its directories.</param>
    /// <param name="name">Its name.</param>
    /// <param name="kind">What it was when it was listed.</param>
    /// <param name="made">What is told when it was made.</param>
    /// <param name="sameContent">Whether the target's entry of the same kind says the same as the source.</param>
    /// <param name="create">Makes it under a free name.</param>
    /// <returns>Whether the entry was handed on, because its file has several names.</returns>
    /// <exception cref="IOException">It cannot be made.</exception>
    internal static bool Carry(
        TreeRun run,
        DirectoryPair pair,
        FilePath name,
        FileKind kind,
        CopyAction made,
        Func<FileStatus, EntryPlace, bool> sameContent,
        Func<EntryPlace, FileStatus, NativeResult> create)
    {
        var source = new EntryPlace(pair.Source, name);
        var target = new EntryPlace(pair.Target, name);
        FileStatus status = Entries.Status(source);
        if (status.Kind != kind)
        {
            throw FileContent.Changed(source);
        }

        run.RememberIfRecent(status);
        FileStatus? present = pair.IsNew ? null : Entries.Find(target);
        TargetVerdict verdict = ExistingTarget.Judge(
            status, present, run.Options.Overwrite, () => sameContent(status, target));
        switch (verdict)
        {
            case TargetVerdict.Newer:
                run.StaysInSource(pair.Source.PathBelowRootOf(name));
                run.Ledger.Happened(new CopyEvent(CopyAction.Skipped, pair.Source.PathBelowRootOf(name), 0));
                return false;
            case TargetVerdict.Refused or TargetVerdict.IsDirectory:
                run.Failed(ExistingTarget.Refusal(verdict, target.Path), pair.Source.PathBelowRootOf(name));
                return false;
            case TargetVerdict.UpToDate:
                FileMetadata.KeepByName(status, target, target, run.Preservation);
                run.Ledger.Happened(new CopyEvent(CopyAction.UpToDate, pair.Source.PathBelowRootOf(name), 0));
                return false;
            default:
                return Make(run, new TreeEntry(pair, name, status) { Publication = Rule(verdict) }, made, create);
        }
    }

    private static RenameRule Rule(TargetVerdict verdict) =>
        verdict == TargetVerdict.Replace ? RenameRule.Replace : RenameRule.MustBeFree;

    private static bool Make(
        TreeRun run, TreeEntry entry, CopyAction made, Func<EntryPlace, FileStatus, NativeResult> create)
    {
        LinkGroup? group = null;
        LinkTurn turn = entry.Source.LinkCount > 1 ? run.HardLinks.Join(entry, out group) : LinkTurn.CopyFirst;
        if (turn != LinkTurn.CopyFirst)
        {
            if (turn == LinkTurn.Link)
            {
                HardLinkMaking.Make(run, group!, entry);
            }

            return true;
        }

        try
        {
            Make(run, entry, create);
            run.Ledger.Happened(new CopyEvent(made, entry.PathBelow, 0));
            HardLinkMaking.Settle(run, entry, entry.Group is null ? null : Entries.Status(entry.TargetPlace), problem: null);
            return false;
        }
        catch (IOException failure)
        {
            HardLinkMaking.Settle(run, entry, target: null, CopyProblems.Of(failure, entry.TargetPlace.Path));
            throw;
        }
    }

    // Under a temporary name, so that under its own it is whole; a link or node is made in one step, its owner is not.
    private static void Make(TreeRun run, TreeEntry entry, Func<EntryPlace, FileStatus, NativeResult> create)
    {
        EntryPlace final = entry.TargetPlace;
        var temporary = new EntryPlace(final.Directory, TemporaryNames.OfRun(final.Name, run.Number));
        NativeResult created = create(temporary, entry.Source);
        if (created.Failed)
        {
            throw new NativeIOException("create", final.Path, created.Error);
        }

        try
        {
            FileMetadata.KeepByName(entry.Source, temporary, final, run.Preservation);
            if (entry.Pair.HandsOnAccessList && entry.Source.Kind != FileKind.SymbolicLink)
            {
                // It cannot be opened to take the list away: devices do things, sockets refuse.
                FileMetadata.Tell(
                    NativeError.Of(NativeErrorKind.NotSupported), "access without its directory's list", final, run.Preservation);
            }
        }
        catch
        {
            NativePlatform.Trees.Remove(temporary.Directory.Handle, temporary.Name);
            throw;
        }

        Replacement.Publish(temporary, final, entry.Publication);
    }
}
