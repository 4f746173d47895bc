using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>Removes what the target has and the source lacks, once everything else has succeeded.</summary>
/// <remarks>For one thread. Goes by descriptors, follows no symbolic link, crosses no mount.</remarks>
internal sealed class TreeDeletion : IDisposable
{
    private readonly TreeRun _run;
    private readonly TreeDescent _source;
    private readonly TreeDescent _target;
    private readonly DirectoryListing _listing = new();
    private readonly Stack<NameQueue> _way = new();
    private bool _keptSome;

    private TreeDeletion(TreeRun run)
    {
        _run = run;
        _source = new TreeDescent(run.Source, run.SourceStatus);
        _target = new TreeDescent(run.Target, run.TargetStatus);
    }

    /// <summary>Removes, or tells why nothing is removed.</summary>
    internal static void Run(TreeRun run)
    {
        if (run.Ledger.Result().Outcome != CopyOutcome.Done)
        {
            run.Ledger.Noticed(new CopyProblem(
                CopyProblemKind.Skipped,
                run.Target.Path,
                $"nothing was removed from {run.Target.Path.Display}, because not everything could be copied"));
            return;
        }

        using var deletion = new TreeDeletion(run);
        deletion.Walk();
    }

    public void Dispose()
    {
        _source.Dispose();
        _target.Dispose();
    }

    private void Walk()
    {
        List();
        while (_way.TryPeek(out NameQueue? below))
        {
            if (!_run.Stop.IsCancellationRequested && below.TryDequeue() is { } name)
            {
                Descend(name);
                continue;
            }

            _way.Pop();
            bool isLost = _way.Count > 0 && (_target.Leave().IsError | _source.Leave().IsError);
            while (isLost)
            {
                _way.Pop();
                isLost = _target.Leave().IsError | _source.Leave().IsError;
            }
        }
    }

    private void Descend(FilePath name)
    {
        FilePath path = _target.Current.PathOf(name);
        NativeError error = _source.Enter(name);
        if (error.IsError)
        {
            Fail(path, error);
            return;
        }

        error = _target.Enter(name);
        if (error.IsError || IsOtherFileSystem(_target.Status, _run.TargetStatus)
            || (!_run.Options.CrossMounts && IsOtherFileSystem(_source.Status, _run.SourceStatus)))
        {
            if (error.IsError)
            {
                Fail(path, error);
            }
            else
            {
                _target.Leave();
            }

            _source.Leave();
            return;
        }

        List();
    }

    private void List()
    {
        var below = new NameQueue();
        var surplus = new NameQueue();
        _way.Push(below);
        OpenDirectory target = _target.Current;
        NativeError error = NativePlatform.Trees.Rewind(target.Handle).Error;
        error = error.IsError ? error : _listing.ForEach(target, (bytes, told) =>
        {
            FilePath name = FilePath.FromBytes(bytes);
            FileKind kind = DirectoryListing.KindOf(target, name, told);
            if (IsKept(target, name, kind))
            {
                return true;
            }

            FileStatus? source = FindSource(name);
            if (source is null)
            {
                surplus.Enqueue(bytes);
            }
            else if (kind == FileKind.Directory && source.Value.Kind == FileKind.Directory)
            {
                below.Enqueue(bytes);
            }

            return !_run.Stop.IsCancellationRequested;
        });
        if (error.IsError)
        {
            Fail(target.Path, error);
        }

        bool isChanged = false;
        while (surplus.TryDequeue() is { } name)
        {
            RemoveEntry(name);
            isChanged = true;
        }

        if (isChanged)
        {
            // Removing changed the time that the directory had from its source.
            FileStatus source = _source.Status;
            NativeResult set = NativePlatform.Trees.SetTimes(target.Handle, source.AccessedNs, source.ModifiedNs);
            FileMetadata.Tell(set.Error, "times", new EntryPlace(target, FilePath.FromBytes("."u8)), _run.Preservation);
        }
    }

    // What the user excluded, and what an unfinished copy may still need.
    private bool IsKept(OpenDirectory target, FilePath name, FileKind kind) =>
        (kind == FileKind.Regular && TemporaryNames.Is(name.Bytes))
        || _run.Options.Chooses?.Invoke(target.PathBelowRootOf(name), kind) == false;

    private FileStatus? FindSource(FilePath name)
    {
        try
        {
            return Entries.Find(new EntryPlace(_source.Current, name));
        }
        catch (NativeIOException)
        {
            // Not known to be missing: it stays.
            return _run.SourceStatus;
        }
    }

    private void RemoveEntry(FilePath name)
    {
        OpenDirectory directory = _target.Current;
        FilePath path = directory.PathOf(name);
        FilePath below = directory.PathBelowRootOf(name);
        _keptSome = false;
        NativeError error = TreeRemoval.Remove(directory, name, _target.Status, IsKeptBelow, _run.Stop);
        if (error.IsError && _keptSome)
        {
            return; // its directory stays for what was excluded
        }

        if (error.IsError)
        {
            _run.Failed(CopyProblems.Of("remove", path, error), below);
            return;
        }

        _run.Ledger.Happened(new CopyEvent(CopyAction.Removed, below, 0));
    }

    private bool IsKeptBelow(OpenDirectory directory, FilePath name, FileKind kind)
    {
        bool isKept = IsKept(directory, name, kind);
        _keptSome |= isKept;
        return isKept;
    }

    private void Fail(FilePath path, NativeError error) =>
        _run.Ledger.Noticed(CopyProblems.Of("look for surplus entries in", path, error));

    private static bool IsOtherFileSystem(in FileStatus status, in FileStatus root) =>
        status.Device != root.Device || status.MountId != root.MountId;
}
