using Landspeed.Copying.Content;
using Landspeed.Copying.Metadata;
using Landspeed.Copying.Policy;
using Landspeed.Copying.Publication;
using Landspeed.Files.Trees;
using Landspeed.Platform;

namespace Landspeed.Copying.Trees;

/// <summary>
/// Copies entries without content: symbolic links as links, and FIFOs, sockets and device nodes if requested. Opens
/// none of them.
/// </summary>
/// <remarks>Thread-safe.</remarks>
internal static class NamedEntries
{
    // PATH_MAX; a link's content is at most one byte shorter.
    private const int LongestLink = 4096;

    /// <summary>Creates the entry, finds it up to date, or skips it; reports that without ending the entry.</summary>
    /// <param name="run">The run.</param>
    /// <param name="pair">Its directories.</param>
    /// <param name="name">Its name.</param>
    /// <param name="kind">Its kind when it was listed.</param>
    /// <returns>True if the entry was handed on because its file has several names.</returns>
    /// <exception cref="IOException">It cannot be created.</exception>
    internal static bool Carry(TreeRun run, DirectoryPair pair, FilePath name, FileKind kind)
    {
        var source = new DirectoryEntry(pair.Source, name);
        FilePath below = pair.Source.PathBelowRootOf(name);
        if (kind != FileKind.SymbolicLink && (!run.Options.Special || kind == FileKind.Unknown))
        {
            run.Failed(Skipped(source.Path, kind), below);
            return false;
        }

        var target = new DirectoryEntry(pair.Target, name);
        FileStatus status = run.Retries.Repeat(() => Entries.Status(source), source.Path, run.Stop);
        if (status.Kind != kind)
        {
            throw SourceChanges.WhileRead(source);
        }

        if (status.LinkCount > 1 && run.Ranks?.TrySetAside(pair, name, status) == true)
        {
            return false;
        }

        if (pair.CutsOff(name))
        {
            run.Failed(TargetPolicy.NameIsCutOff(target.Path), below);
            return false;
        }

        run.RememberIfRecent(status);
        FileStatus? present = pair.IsNew ? null : Entries.Find(target);
        if (present is not null && !pair.Lists(name))
        {
            run.Failed(TargetPolicy.NameIsAnothers(target.Path), below);
            return false;
        }

        TargetVerdict verdict = run.Policy.Judge(status, present, () => IsSame(source, status, target));
        switch (verdict)
        {
            case TargetVerdict.Newer:
                run.Failed(TargetPolicy.StaysAsNewer(target.Path), below);
                return false;
            case TargetVerdict.UpToDate:
                FileMetadata.KeepByName(status, target, target, run.Preservation);
                run.Reporter.Happened(new CopyEvent(CopyAction.UpToDate, below, 0));
                return false;
            case TargetVerdict.Free or TargetVerdict.Replace:
                return Make(run, new TreeEntry(pair, name, status) { Publication = TargetPolicy.Publication(verdict) });
            default:
                run.Failed(run.Policy.Refusal(verdict, target.Path, present!.Value.Kind)!, below);
                return false;
        }
    }

    /// <summary>True if two links have the same destination, or two special files the same device.</summary>
    internal static bool IsSame(DirectoryEntry source, in FileStatus status, DirectoryEntry target) => status.Kind switch
    {
        FileKind.SymbolicLink => LinkTarget(source).Equals(LinkTarget(target)),
        FileKind.BlockDevice or FileKind.CharacterDevice => Entries.Status(target).NodeDevice == status.NodeDevice,
        _ => true,
    };

    /// <summary>Returns the problem that reports a skipped special file.</summary>
    internal static CopyProblem Skipped(FilePath path, FileKind kind) => new(
        CopyProblemKind.Skipped,
        path,
        $"{path.Display} is {FileKinds.Describe(kind)}, and such files are only copied when that is asked for");

    private static bool Make(TreeRun run, TreeEntry entry)
    {
        LinkGroup? group = null;
        LinkTurn turn = entry.Source.LinkCount > 1 ? HardLinkMaking.Join(run, entry, out group) : LinkTurn.Alone;
        if (turn is LinkTurn.Wait or LinkTurn.Link)
        {
            if (turn == LinkTurn.Link)
            {
                HardLinkMaking.Make(run, group!, entry);
            }

            return true;
        }

        try
        {
            MakeFirst(run, entry);
            run.Reporter.Happened(new CopyEvent(
                entry.Source.Kind == FileKind.SymbolicLink ? CopyAction.LinkMade : CopyAction.SpecialMade, entry.PathBelow, 0));
            HardLinkMaking.Settle(run, entry, entry.Group is null ? null : Entries.Status(entry.TargetEntry), problem: null);
            return false;
        }
        catch (IOException failure)
        {
            HardLinkMaking.Settle(run, entry, target: null, CopyProblems.Of(failure, entry.TargetEntry.Path));
            throw;
        }
    }

    // Under a temporary name, so that it is complete when it gets its own: creating a link or node is one step, setting
    // its owner another.
    private static void MakeFirst(TreeRun run, TreeEntry entry)
    {
        DirectoryEntry final = entry.TargetEntry;
        bool isFinal = final.Directory.IsAppendOnly; // where a name cannot be changed it is the first
        if (entry.Publication != RenameRule.MustBeFree)
        {
            Replacement.RequirePossible(final);
        }

        DirectoryEntry temporary = isFinal ? final : new(final.Directory, run.Names.Of(final.Name));
        NativeResult created = Create(run, entry, temporary);
        if (created.Failed)
        {
            throw new NativeIOException("create", final.Path, created.Error, hint: Hint(entry, created.Error));
        }

        try
        {
            FileMetadata.KeepByName(entry.Source, temporary, final, run.Preservation);
            if (entry.Pair.HandsOnAccessList && entry.Source.Kind != FileKind.SymbolicLink)
            {
                // It cannot be opened to remove the list: opening a device may have effects, and sockets refuse.
                FileMetadata.Report(
                    NativeError.Of(NativeErrorKind.NotSupported), "access without its directory's list", final, run.Preservation);
            }

            SourceChanges.RequireName(entry.SourceEntry, entry.Source);
        }
        catch
        {
            NativePlatform.Trees.Remove(temporary.Directory.Handle, temporary.Name);
            throw;
        }

        if (!isFinal)
        {
            Replacement.Publish(temporary, final, entry.Publication);
        }
    }

    // The name fits in the source's directory, and most file systems accept names as long. Root may create links, so a
    // refusal means that the file system has none. SMB reports that it does not support them.
    private static string? Hint(TreeEntry entry, NativeError error) => (entry.Source.Kind, error.Name) switch
    {
        (FileKind.SymbolicLink, "ENAMETOOLONG") =>
            FormattableString.Invariant($"The link says {entry.Source.Length} bytes, more than this file system ")
                + "keeps in a link.",
        (FileKind.SymbolicLink, "EPERM" or "EOPNOTSUPP") => "Its file system most likely has no symbolic links.",
        _ => RefusedNames.Hint(error),
    };

    // No other user may look before the owner and permissions are the source's.
    private static NativeResult Create(TreeRun run, TreeEntry entry, DirectoryEntry temporary) =>
        entry.Source.Kind == FileKind.SymbolicLink
            ? NativePlatform.Trees.CreateSymbolicLink(
                run.Retries.Repeat(() => LinkTarget(entry.SourceEntry), entry.SourceEntry.Path, run.Stop),
                temporary.Directory.Handle,
                temporary.Name)
            : NativePlatform.Trees.CreateNode(
                temporary.Directory.Handle, temporary.Name, entry.Source.Kind, FilePermissions.OwnFile, entry.Source.NodeDevice);

    /// <summary>Returns what a symbolic link says.</summary>
    /// <exception cref="NativeIOException">It is not a symbolic link, or cannot be read.</exception>
    internal static FilePath LinkTarget(DirectoryEntry link)
    {
        Span<byte> room = stackalloc byte[LongestLink];
        NativeResult read = NativePlatform.Trees.ReadSymbolicLink(link.Directory.Handle, link.Name, room);
        return read.Succeeded
            ? FilePath.FromBytes(room[..(int)read.Value])
            : throw new NativeIOException("read the symbolic link", link.Path, read.Error);
    }
}
