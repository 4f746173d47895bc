using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>
/// Walks through the source, makes the directories of the target, and hands out all other entries. Of each directory first
/// what lies in it, then the directories below, so that only their names are kept.
/// </summary>
/// <remarks>For one thread.</remarks>
internal sealed class TreeWalk : IDisposable
{
    private const int EntriesOfItem = 64;
    private const int OwnerOnly = 0x1C0;

    private readonly TreeRun _run;
    private readonly EntryWorkers _workers;
    private readonly TreeDescent _source;
    private readonly TreeDescent _target;
    private readonly DirectoryListing _listing = new();
    private readonly Stack<(DirectoryPair Pair, NameQueue Below)> _way = new();

    internal TreeWalk(TreeRun run, EntryWorkers workers)
    {
        (_run, _workers) = (run, workers);
        _source = new TreeDescent(run.Source, run.SourceStatus);
        _target = new TreeDescent(run.Target, run.TargetStatus);
    }

    /// <summary>Walks through everything.</summary>
    /// <param name="isNew">Whether the target's root was made by this run.</param>
    internal void Run(bool isNew)
    {
        Enter(FilePath.FromBytes("."u8), isNew);
        while (_way.TryPeek(out (DirectoryPair Pair, NameQueue Below) level))
        {
            if (!_run.Stop.IsCancellationRequested && level.Below.TryDequeue() is { } name)
            {
                Descend(name);
            }
            else
            {
                Leave();
            }
        }
    }

    public void Dispose()
    {
        _source.Dispose();
        _target.Dispose();
    }

    // Stands in a new pair: lists it.
    private void Enter(FilePath name, bool isNew)
    {
        FileStatus target = _target.Status;
        DirectoryPair? above = _way.TryPeek(out (DirectoryPair Pair, NameQueue) level) ? level.Pair : null;
        var pair = new DirectoryPair(_run, above, name, _source.Status, target)
        {
            IsNew = isNew,
            HandsOnAccessList = ExtendedAttributes.HasDefaultAccessList(_target.Current.Handle),
            NewOwner = isNew ? (target.UserId, target.GroupId) : null,
        };
        _run.UsesTarget(target, _target.Current);
        var below = new NameQueue();
        _way.Push((pair, below));
        if (isNew)
        {
            _run.Ledger.Happened(new CopyEvent(CopyAction.DirectoryMade, _source.Current.PathBelowRoot, 0));
        }

        if (!_run.Options.CrossMounts && Entries.IsOtherFileSystem(_source.Status, _run.SourceStatus))
        {
            FilePath path = _source.Current.Path;
            _run.Ledger.Noticed(new CopyProblem(
                CopyProblemKind.Skipped,
                path,
                $"{path.Display} lies on another file system: the directory was made, what is in it was not copied"));
            return;
        }

        if (!isNew)
        {
            DeadTemporaries.Remove(_target.Current, _listing, _run);
        }

        List(pair, below);
    }

    private void List(DirectoryPair pair, NameQueue below)
    {
        OpenDirectory directory = _source.Current;
        Func<FilePath, FileKind, bool>? chooses = _run.Options.Chooses;
        List<(FilePath, FileKind)> entries = [];
        NativeError error = _listing.ForEach(directory, (bytes, told) =>
        {
            FilePath name = FilePath.FromBytes(bytes);
            FileKind kind = DirectoryListing.KindOf(directory, name, told);
            if (IsLeftAlone(directory, name, kind) || chooses?.Invoke(directory.PathBelowRootOf(name), kind) == false)
            {
                return true;
            }

            if (kind == FileKind.Directory)
            {
                below.Enqueue(bytes);
                return true;
            }

            entries.Add((name, kind));
            if (entries.Count == EntriesOfItem)
            {
                HandOut(pair, entries);
                entries = [];
            }

            return !_run.Stop.IsCancellationRequested;
        });
        HandOut(pair, entries);
        if (error.IsError)
        {
            NotCopied(CopyProblems.Of("list", directory.Path, error), directory.PathBelowRoot);
        }
    }

    private void HandOut(DirectoryPair pair, List<(FilePath, FileKind)> entries)
    {
        if (entries.Count == 0)
        {
            return;
        }

        _run.WaitForPairs();
        pair.Begin(_source.Current, _target.Current, entries.Count);
        _run.Ledger.Found(entries.Count, 0);
        _workers.Add(new WorkItem(pair, [.. entries]));
    }

    // Unfinished files of this or another run are no part of the user's tree.
    private bool IsLeftAlone(OpenDirectory directory, FilePath name, FileKind kind)
    {
        if (kind != FileKind.Regular || !TemporaryNames.Is(name.Bytes))
        {
            return false;
        }

        FilePath path = directory.PathOf(name);
        NotCopied(
            new CopyProblem(
                CopyProblemKind.Skipped, path, $"{path.Display} is what an unfinished copy left, and is not copied"),
            directory.PathBelowRootOf(name));
        return true;
    }

    private void Descend(FilePath name)
    {
        OpenDirectory source = _source.Current;
        NativeError error = _source.Enter(name);
        if (error.Kind == NativeErrorKind.TooManyFiles)
        {
            _run.WaitForPairs(1);
            error = _source.Enter(name);
        }

        if (error.IsError)
        {
            NotCopied(CopyProblems.Of("open the directory", source.PathOf(name), error), source.PathBelowRootOf(name));
            return;
        }

        if (Entries.IsSame(_source.Status, _run.TargetStatus))
        {
            Refuse(name, "is the copy's own target, and is not copied into itself");
        }
        else if (MakeTarget(name, out bool isNew))
        {
            Enter(name, isNew);
            return;
        }

        LeaveSource();
    }

    private bool MakeTarget(FilePath name, out bool isNew)
    {
        OpenDirectory above = _target.Current;
        NativeResult made = NativePlatform.Trees.CreateDirectory(above.Handle, name, OwnerOnly);
        isNew = made.Succeeded;
        if (made.Failed && made.Error.Kind != NativeErrorKind.AlreadyExists)
        {
            NotCopied(
                CopyProblems.Of("make the directory", above.PathOf(name), made.Error), _source.Current.PathBelowRoot);
            return false;
        }

        if (!isNew && Entries.Find(new EntryPlace(above, name)) is { } present && present.Kind != FileKind.Directory)
        {
            Refuse(name, "exists and is no directory: nothing else is replaced by a directory, and no link is followed");
            return false;
        }

        NativeError error = _target.Enter(name);
        if (error.IsError)
        {
            NotCopied(CopyProblems.Of("open the directory", above.PathOf(name), error), _source.Current.PathBelowRoot);
            return false;
        }

        if (Entries.IsSame(_target.Status, _run.SourceStatus))
        {
            _target.Leave();
            Refuse(name, "is the source itself");
            return false;
        }

        return true;
    }

    private void Refuse(FilePath name, string reason)
    {
        FilePath path = _target.Current.PathOf(name);
        NotCopied(
            new CopyProblem(CopyProblemKind.Refused, path, $"{path.Display} {reason}"), _source.Current.PathBelowRoot);
    }

    private void Leave()
    {
        (DirectoryPair pair, _) = _way.Pop();
        if (_run.Stop.IsCancellationRequested)
        {
            pair.BecameIncomplete();
        }

        pair.Leave(_source.Current, _target.Current);
        if (_way.Count == 0)
        {
            return;
        }

        NativeError error = _target.Leave();
        bool isLost = error.IsError;
        if (isLost)
        {
            GiveUp(_target, error);
        }

        LeaveSource(isLost);
    }

    private void LeaveSource(bool isLost = false)
    {
        NativeError error = _source.Leave();
        if (error.IsError && !isLost)
        {
            GiveUp(_source, error);
            isLost = true;
        }

        if (isLost)
        {
            Abandon();
        }
    }

    private void GiveUp(TreeDescent way, NativeError error)
    {
        FilePath path = way.Current.Path;
        NotCopied(
            new CopyProblem(
                CopyProblemKind.Failed,
                path,
                $"the way back to {path.Display} was lost ({error}): somebody moved a directory below it; the rest of it was not copied"),
            way.Current.PathBelowRoot);
    }

    private void NotCopied(CopyProblem problem, FilePath below)
    {
        _run.Ledger.Found(1, 0);
        _run.Failed(problem, below);
    }

    // Up to the next level that is still open on both sides.
    private void Abandon()
    {
        bool isLost;
        do
        {
            (DirectoryPair pair, _) = _way.Pop();
            pair.BecameIncomplete();
            NativeError target = _target.Leave();
            NativeError source = _source.Leave();
            isLost = target.IsError || source.IsError;
        }
        while (isLost);
    }
}
