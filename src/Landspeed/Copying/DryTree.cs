using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>Tells what a copy would do, and touches nothing.</summary>
/// <remarks>For one thread.</remarks>
internal sealed class DryTree : IDisposable
{
    private readonly TreeCopyOptions _options;
    private readonly CopyLedger _ledger;
    private readonly TreeRoots _roots;
    private readonly TreeDescent _source;
    private readonly TreeDescent? _target;
    private readonly DirectoryListing _listing = new();
    private readonly TreeRemoval _removal;
    private readonly CancellationToken _stop;
    private readonly HashSet<(DeviceNumber Device, ulong Inode)> _linked = [];

    // Levels of the target that exist; below them everything would be new.
    private readonly Stack<(NameQueue Below, bool IsPresent)> _way = new();

    // First what would be copied, then what would be removed: nothing, where something cannot be copied.
    private bool _isDeleting;

    internal DryTree(TreeCopyOptions options, CopyLedger ledger, TreeRoots roots, CancellationToken stop)
    {
        (_options, _ledger, _roots, _stop) = (options, ledger, roots, stop);
        _removal = new TreeRemoval(
            (directory, name, kind) => TreeDeletion.IsKept(options, directory, name, kind), TellRemoved, isDry: true, stop);
        _source = new TreeDescent(roots.Source, roots.SourceStatus);
        _target = roots.Target is null ? null : new TreeDescent(roots.Target, roots.TargetStatus);
    }

    /// <summary>Walks and tells.</summary>
    internal void Run()
    {
        Walk();
        if (!_options.Delete || _target is null || _stop.IsCancellationRequested)
        {
            return;
        }

        if (_ledger.Result().Outcome != CopyOutcome.Done)
        {
            _ledger.Noticed(TreeDeletion.NotEverythingCopied(_target.Current.Path));
            return;
        }

        _isDeleting = true;
        NativePlatform.Trees.Rewind(_source.Current.Handle);
        Walk();
    }

    public void Dispose()
    {
        _source.Dispose();
        _target?.Dispose();
    }

    private void Walk()
    {
        List(isPresent: _target is not null);
        while (_way.TryPeek(out (NameQueue Below, bool IsPresent) level))
        {
            if (!_stop.IsCancellationRequested && level.Below.TryDequeue() is { } name)
            {
                Descend(name, level.IsPresent);
                continue;
            }

            bool isLost = Leave();
            while (isLost)
            {
                isLost = Leave();
            }
        }
    }

    private bool Leave()
    {
        (_, bool wasPresent) = _way.Pop();
        return _way.Count > 0 && (_source.Leave().IsError | (wasPresent && _target!.Leave().IsError));
    }

    private void Descend(FilePath name, bool isPresent)
    {
        OpenDirectory source = _source.Current;
        FileStatus? present = null;
        try
        {
            present = isPresent ? Entries.Find(new EntryPlace(_target!.Current, name)) : null;
        }
        catch (NativeIOException failure)
        {
            Tell(CopyAction.Failed, source.PathBelowRootOf(name), 0, CopyProblems.Of(failure, source.PathOf(name)));
            return;
        }

        if (present is { Kind: not FileKind.Directory })
        {
            FilePath path = _target!.Current.PathOf(name);
            Tell(CopyAction.Skipped, source.PathBelowRootOf(name), 0, new CopyProblem(
                CopyProblemKind.Refused,
                path,
                $"{path.Display} exists and is no directory: nothing else is replaced by a directory, and no link is followed"));
            return;
        }

        NativeError error = _source.Enter(name);
        if (!error.IsError && present is not null)
        {
            error = _target!.Enter(name);
            if (error.IsError)
            {
                _source.Leave();
            }
        }

        if (error.IsError)
        {
            Tell(CopyAction.Failed, source.PathBelowRootOf(name), 0, CopyProblems.Of("open the directory", source.PathOf(name), error));
            return;
        }

        // What is not there yet has nothing to be removed.
        if (_isDeleting && present is null)
        {
            _source.Leave();
            return;
        }

        List(present is not null);
    }

    private void List(bool isPresent)
    {
        var below = new NameQueue();
        _way.Push((below, isPresent));
        OpenDirectory source = _source.Current;
        if (!isPresent)
        {
            Tell(CopyAction.DirectoryMade, source.PathBelowRoot, 0, null);
        }

        if (!_options.CrossMounts && Entries.IsOtherFileSystem(_source.Status, _roots.SourceStatus))
        {
            return;
        }

        NativeError error = _listing.ForEach(source, (bytes, told) =>
        {
            FilePath name = FilePath.FromBytes(bytes);
            FileKind kind = DirectoryListing.KindOf(source, name, told);
            if (_options.Chooses?.Invoke(source.PathBelowRootOf(name), kind) == false
                || (kind == FileKind.Regular && TemporaryNames.Is(bytes)))
            {
                return true;
            }

            if (kind == FileKind.Directory)
            {
                below.Enqueue(bytes);
            }
            else if (!_isDeleting)
            {
                TellEntry(source, name, isPresent);
            }

            return true;
        });
        if (error.IsError)
        {
            Tell(CopyAction.Failed, source.PathBelowRoot, 0, CopyProblems.Of("list", source.Path, error));
        }

        if (_isDeleting)
        {
            TellSurplus();
        }
    }

    private void TellEntry(OpenDirectory source, FilePath name, bool isPresent)
    {
        FilePath below = source.PathBelowRootOf(name);
        var from = new EntryPlace(source, name);
        try
        {
            FileStatus status = Entries.Status(from);
            if (status.Kind is not (FileKind.Regular or FileKind.SymbolicLink) && !_options.Special)
            {
                Tell(CopyAction.Skipped, below, 0, SpecialFiles.Skipped(from.Path, status.Kind));
                return;
            }

            EntryPlace to = isPresent ? new EntryPlace(_target!.Current, name) : default;
            FileStatus? present = isPresent ? Entries.Find(to) : null;
            TargetVerdict verdict = ExistingTarget.Judge(status, present, _options.Overwrite, () => SaysTheSame(from, to, status));
            long bytes = status.Kind == FileKind.Regular ? status.Length : 0;
            CopyProblem? problem = verdict is TargetVerdict.Refused or TargetVerdict.IsDirectory
                ? ExistingTarget.Refusal(verdict, to.Path) : null;
            Tell(ActionOf(verdict, status), below, bytes, problem);
        }
        catch (NativeIOException failure)
        {
            Tell(CopyAction.Failed, below, 0, CopyProblems.Of(failure, from.Path));
        }
    }

    private CopyAction ActionOf(TargetVerdict verdict, in FileStatus status) => verdict switch
    {
        TargetVerdict.UpToDate => CopyAction.UpToDate,
        TargetVerdict.Newer or TargetVerdict.Refused or TargetVerdict.IsDirectory => CopyAction.Skipped,
        _ when status.LinkCount > 1 && !_linked.Add((status.Device, status.Inode)) => CopyAction.HardLinkMade,
        _ => status.Kind switch
        {
            FileKind.Regular => CopyAction.Copied,
            FileKind.SymbolicLink => CopyAction.LinkMade,
            _ => CopyAction.SpecialMade,
        },
    };

    private static bool SaysTheSame(EntryPlace from, EntryPlace to, in FileStatus status) =>
        status.Kind == FileKind.SymbolicLink
            ? SymbolicLinks.Read(from).Equals(SymbolicLinks.Read(to))
            : SpecialFiles.IsSameDevice(status, Entries.Status(to));

    private void TellSurplus()
    {
        OpenDirectory target = _target!.Current;
        var surplus = new NameQueue();
        _listing.ForEach(target, (bytes, told) =>
        {
            FilePath name = FilePath.FromBytes(bytes);
            if (!TreeDeletion.IsKept(_options, target, name, DirectoryListing.KindOf(target, name, told)) && IsMissing(name))
            {
                surplus.Enqueue(bytes);
            }

            return true;
        });
        while (surplus.TryDequeue() is { } name)
        {
            if (!TreeDeletion.TellsEach(_options))
            {
                TellRemoved(target, name);
            }
            else if (_removal.Remove(target, name, _target.Status, out _) is { IsError: true } error)
            {
                Tell(CopyAction.Failed, target.PathBelowRootOf(name), 0, CopyProblems.Of("remove", target.PathOf(name), error));
            }
        }
    }

    private bool IsMissing(FilePath name)
    {
        try
        {
            return Entries.Find(new EntryPlace(_source.Current, name)) is null;
        }
        catch (NativeIOException)
        {
            return false; // not known to be missing: it stays
        }
    }

    private void TellRemoved(OpenDirectory directory, FilePath name) =>
        Tell(CopyAction.Removed, directory.PathBelowRootOf(name), 0, null);

    private void Tell(CopyAction action, FilePath below, long bytes, CopyProblem? problem) =>
        _ledger.Happened(new CopyEvent(action, below, bytes) { Problem = problem });
}
