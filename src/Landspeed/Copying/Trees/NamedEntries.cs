using Landspeed.Copying.Content;
using Landspeed.Copying.Metadata;
using Landspeed.Copying.Policy;
using Landspeed.Copying.Publication;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;

namespace Landspeed.Copying.Trees;

/// <summary>Copies what has a name and no content to read: symbolic links and special files.</summary>
/// <remarks>Safe for all threads.</remarks>
internal static class NamedEntries
{
    /// <summary>Makes the entry, or finds that it is there; reports it, and ends nothing.</summary>
    /// <param name="run">The run.</param>
    /// <param name="pair">Its directories.</param>
    /// <param name="name">Its name.</param>
    /// <param name="kind">What it was when it was listed.</param>
    /// <param name="made">What is reported when it was made.</param>
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
        Func<FileStatus, DirectoryEntry, bool> sameContent,
        Func<DirectoryEntry, FileStatus, NativeResult> create)
    {
        var source = new DirectoryEntry(pair.Source, name);
        var target = new DirectoryEntry(pair.Target, name);
        FileStatus status = Entries.Status(source);
        if (status.Kind != kind)
        {
            throw SourceChanges.WhileRead(source);
        }

        run.RememberIfRecent(status);
        FileStatus? present = pair.IsNew ? null : Entries.Find(target);
        TargetVerdict verdict = run.Policy.Judge(status, present, () => sameContent(status, target));
        switch (verdict)
        {
            case TargetVerdict.Newer:
                run.StaysInSource(pair.Source.PathBelowRootOf(name));
                run.Reporter.Happened(new CopyEvent(CopyAction.Skipped, pair.Source.PathBelowRootOf(name), 0));
                return false;
            case TargetVerdict.UpToDate:
                FileMetadata.KeepByName(status, target, target, run.Preservation);
                run.Reporter.Happened(new CopyEvent(CopyAction.UpToDate, pair.Source.PathBelowRootOf(name), 0));
                return false;
            case TargetVerdict.Free or TargetVerdict.Replace:
                var entry = new TreeEntry(pair, name, status) { Publication = TargetPolicy.Publication(verdict) };
                return Make(run, entry, made, create);
            default:
                run.Failed(
                    run.Policy.Refusal(verdict, target.Path, present!.Value.Kind)!, pair.Source.PathBelowRootOf(name));
                return false;
        }
    }

    private static bool Make(
        TreeRun run, TreeEntry entry, CopyAction made, Func<DirectoryEntry, FileStatus, NativeResult> create)
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
            run.Reporter.Happened(new CopyEvent(made, entry.PathBelow, 0));
            HardLinkMaking.Settle(run, entry, entry.Group is null ? null : Entries.Status(entry.TargetEntry), problem: null);
            return false;
        }
        catch (IOException failure)
        {
            HardLinkMaking.Settle(run, entry, target: null, CopyProblems.Of(failure, entry.TargetEntry.Path));
            throw;
        }
    }

    // Under a temporary name, so that under its own it is whole; a link or node is made in one step, its owner is not.
    private static void Make(TreeRun run, TreeEntry entry, Func<DirectoryEntry, FileStatus, NativeResult> create)
    {
        DirectoryEntry final = entry.TargetEntry;
        var temporary = new DirectoryEntry(final.Directory, TemporaryNames.OfRun(final.Name, run.Number));
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
                FileMetadata.Report(
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
