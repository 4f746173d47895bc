using Landspeed.Copying.Metadata;
using Landspeed.Copying.Trees;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;

namespace Landspeed.Copying.Walking;

/// <summary>
/// Makes the directories of the target, and hands out all other entries of the source.
/// </summary>
/// <remarks>For one thread.</remarks>
internal sealed class TreeWalk : ITreeVisitor, IDisposable
{
    private const int EntriesOfItem = 64;

    private readonly TreeRun _run;
    private readonly EntryWorkers _workers;
    private readonly TreeDescent _source;
    private readonly TreeDescent _target;
    private readonly DirectoryListing _listing = new();
    private DirectoryPair? _pair;

    internal TreeWalk(TreeRun run, EntryWorkers workers)
    {
        (_run, _workers) = (run, workers);
        _source = new TreeDescent(run.Source, run.SourceStatus);
        _target = new TreeDescent(run.Target, run.TargetStatus);
    }

    /// <summary>The pair of the roots; null before the walk.</summary>
    internal DirectoryPair? Root { get; private set; }

    /// <summary>Walks through everything.</summary>
    /// <param name="isNew">Whether the target's root was made by this run.</param>
    internal void Run(bool isNew)
    {
        Begin(FilePath.FromBytes("."u8), isNew);
        Root = _pair;
        new TreeWalker(this, _source, _target, _run.Stop).Run();
    }

    public void Dispose()
    {
        _source.Dispose();
        _target.Dispose();
    }

    private void Begin(FilePath name, bool isNew)
    {
        FileStatus target = _target.Status;
        _pair = new DirectoryPair(_run, _pair, name, _source.Status, target)
        {
            IsNew = isNew,
            HandsOnAccessList = ExtendedAttributes.HasDefaultAccessList(_target.Current.Handle),
            NewOwner = isNew ? (target.UserId, target.GroupId) : null,
        };
        _run.UsesTarget(target, _target.Current);
        if (_run.Options.Delete || _run.Options.RemoveSource)
        {
            _run.Recent.RememberPair(_source.Status, target);
        }

        if (isNew)
        {
            _run.Reporter.Happened(new CopyEvent(CopyAction.DirectoryMade, _source.Current.PathBelowRoot, 0));
        }
    }

    /// <inheritdoc/>
    public void Visit(NameQueue below)
    {
        if (!_run.Options.CrossMounts && Entries.IsOtherFileSystem(_source.Status, _run.SourceStatus))
        {
            FilePath path = _source.Current.Path;
            _run.Reporter.Noticed(new CopyProblem(
                CopyProblemKind.Skipped,
                path,
                $"{path.Display} lies on another file system: the directory was made, what is in it was not copied"));
            return;
        }

        DirectoryPair pair = _pair!;
        if (!pair.IsNew)
        {
            DeadTemporaries.Remove(_target.Current, _target.Status, _listing);
        }

        List(pair, below);
    }

    private void List(DirectoryPair pair, NameQueue below)
    {
        OpenDirectory directory = _source.Current;
        Func<FilePath, FileKind, bool>? chooses = _run.Options.Chooses;
        List<(FilePath, FileKind)> entries = [];
        NativeError error = _listing.ForEachEntry(directory, (name, kind) =>
        {
            if (IsLeftAlone(directory, name, kind) || chooses?.Invoke(directory.PathBelowRootOf(name), kind) == false)
            {
                return true;
            }

            if (kind == FileKind.Directory)
            {
                below.Enqueue(name);
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
        _run.Reporter.Found(entries.Count, 0);
        _workers.Add(new WorkItem(pair, [.. entries]));
    }

    // Unfinished files of this or another run are no part of the user's tree.
    private bool IsLeftAlone(OpenDirectory directory, FilePath name, FileKind kind)
    {
        if (kind == FileKind.Directory || !TemporaryFiles.IsOurs(new DirectoryEntry(directory, name)))
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

    /// <inheritdoc/>
    public bool Enter(FilePath name)
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
            return false;
        }

        if (Entries.IsSame(_source.Status, _run.TargetStatus))
        {
            Refuse(_target.Current.PathOf(name), "is the copy's own target, and is not copied into itself");
            return false;
        }

        if (!MakeTarget(name, out bool isNew))
        {
            return false;
        }

        Begin(name, isNew);
        return true;
    }

    private bool MakeTarget(FilePath name, out bool isNew)
    {
        OpenDirectory above = _target.Current;
        NativeResult made = NativePlatform.Trees.CreateDirectory(above.Handle, name, FilePermissions.OwnDirectory);
        isNew = made.Succeeded;
        if (made.Failed && made.Error.Kind != NativeErrorKind.AlreadyExists)
        {
            NotCopied(
                CopyProblems.Of("make the directory", above.PathOf(name), made.Error), _source.Current.PathBelowRoot);
            return false;
        }

        if (!isNew && Entries.Find(new DirectoryEntry(above, name)) is { } present && present.Kind != FileKind.Directory)
        {
            Refuse(above.PathOf(name), "exists and is no directory: nothing else is replaced by a directory, and no link is followed");
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
            Refuse(_target.Current.Path, "is the source itself");
            return false;
        }

        return true;
    }

    private void Refuse(FilePath path, string reason) => NotCopied(
        new CopyProblem(CopyProblemKind.Refused, path, $"{path.Display} {reason}"), _source.Current.PathBelowRoot);

    /// <inheritdoc/>
    public void Leave()
    {
        DirectoryPair pair = _pair!;
        if (_run.Stop.IsCancellationRequested)
        {
            pair.BecameIncomplete();
        }

        pair.Leave(_source.Current, _target.Current);
        _pair = pair.Parent;
    }

    /// <inheritdoc/>
    public bool Lost(TreeDescent side, NativeError error, bool isFirst)
    {
        FilePath path = side.Current.Path;
        if (isFirst)
        {
            NotCopied(
                new CopyProblem(
                    CopyProblemKind.Failed,
                    path,
                    $"the way back to {path.Display} was lost ({error}): somebody moved a directory below it; the rest of it was not copied"),
                side.Current.PathBelowRoot);
        }

        _pair!.BecameIncomplete();
        _pair = _pair.Parent;
        return true;
    }

    private void NotCopied(CopyProblem problem, FilePath below)
    {
        _run.Reporter.Found(1, 0);
        _run.Failed(problem, below);
    }
}
