using Landspeed.Copying.Metadata;
using Landspeed.Copying.Policy;
using Landspeed.Copying.Removal;
using Landspeed.Copying.Trees;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;

namespace Landspeed.Copying.Walking;

/// <summary>Creates the directories of the target, and hands out all other entries of the source.</summary>
/// <remarks>For use by one thread.</remarks>
internal class TreeWalk : ITreeVisitor, IDisposable
{
    private const string Opening = "open the directory";

    /// <summary>Number of entries handed out together: 64.</summary>
    protected const int EntriesOfItem = 64;

    private readonly TreeRun _run;
    private readonly EntryWorkers _workers;
    private readonly DirectoryListing _listing = new();
    private TreeDescent _source;
    private TreeDescent _target;
    private DirectoryPair? _pair;

    internal TreeWalk(TreeRun run, EntryWorkers workers)
    {
        (_run, _workers) = (run, workers);
        _source = new TreeDescent(run.Source, run.SourceStatus);
        _target = new TreeDescent(run.Target, run.TargetStatus);
    }

    /// <summary>The pair of the roots, or null before the walk.</summary>
    internal DirectoryPair? Root { get; private set; }

    /// <summary>Walks the whole tree.</summary>
    /// <param name="isNew">True if this run created the target's root.</param>
    internal void Run(bool isNew)
    {
        Begin(FilePath.FromBytes("."u8), isNew);
        Root = _pair;
        new TreeWalker(this, _source, _target, _run.Stop).Run();
    }

    /// <summary>Closes the open directories.</summary>
    public void Dispose()
    {
        _source.Dispose();
        _target.Dispose();
        GC.SuppressFinalize(this);
    }

    protected TreeRun Copy => _run;

    /// <summary>The threads that take the entries.</summary>
    protected EntryWorkers Workers => _workers;

    /// <summary>The source directory where the walk is.</summary>
    protected OpenDirectory Source => _source.Current;

    /// <summary>The target directory where the walk is.</summary>
    protected OpenDirectory Target => _target.Current;

    /// <summary>The pair where the walk is, or null before it began.</summary>
    protected DirectoryPair? Current
    {
        get => _pair;
        set => _pair = value;
    }

    /// <summary>Starts again at the roots.</summary>
    protected void Restart()
    {
        _source.Dispose();
        _target.Dispose();
        _source = new TreeDescent(_run.Source, _run.SourceStatus);
        _target = new TreeDescent(_run.Target, _run.TargetStatus);
        _pair = null;
    }

    /// <summary>Goes to the parent directory.</summary>
    /// <returns>True if it is the directory from which the walk came.</returns>
    protected bool GoUp()
    {
        _pair = _pair!.Parent;
        bool isBack = !_source.Leave().IsError;
        return !_target.Leave().IsError && isBack;
    }

    /// <summary>Enters a directory on both sides without working in it.</summary>
    /// <returns>None, or why it cannot be entered.</returns>
    protected NativeError Pass(FilePath name)
    {
        NativeError error = EnterOnceThereIsRoom(_source, name);
        error = error.IsError ? error : EnterOnceThereIsRoom(_target, name);
        if (!error.IsError)
        {
            _pair = NewPair(_pair, name);
        }

        return error;
    }

    /// <summary>Creates a pair for the walk's directories, with another ending.</summary>
    /// <param name="parent">The parent pair.</param>
    /// <param name="name">Its name in the parent.</param>
    /// <param name="isNew">True if this run created the target.</param>
    /// <param name="ended">See <see cref="DirectoryPair.Ended"/>.</param>
    /// <param name="takesLinks">See <see cref="DirectoryPair.TakesLinks"/>.</param>
    protected DirectoryPair NewPair(
        DirectoryPair? parent, FilePath name, bool isNew = false, Action<DirectoryPair>? ended = null, bool takesLinks = false)
    {
        FileStatus target = _target.Status;
        _run.UsesTarget(target, _target.Current);
        return new DirectoryPair(_run, parent, name, _source.Status, target)
        {
            IsNew = isNew,
            HandsOnAccessList = ExtendedAttributes.HasDefaultAccessList(_target.Current.Handle),
            NewOwner = isNew ? (target.UserId, target.GroupId) : null,
            Ended = ended,
            TakesLinks = takesLinks,
        };
    }

    /// <summary>Starts work in the directory where the walk is.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="isNew">True if this run created the target.</param>
    protected void Begin(FilePath name, bool isNew)
    {
        _pair = NewPair(_pair, name, isNew);
        FileStatus target = _target.Status;
        if (_run.Options.DeleteExtraneous || _run.Options.RemoveSource)
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
            DeadTemporaries.Remove(_target.Current, _target.Status, _listing, _run.Names);
        }

        List(pair, below);
    }

    private void List(DirectoryPair pair, NameQueue below)
    {
        OpenDirectory directory = _source.Current;
        Func<FilePath, FileKind, bool>? filter = _run.Options.Filter;
        List<(FilePath, FileKind)> entries = [];
        int retries = 0;
        NativeError error = _listing.ForEachEntry(directory, (name, kind) =>
        {
            if (IsLeftAlone(directory, name, kind) || filter?.Invoke(directory.PathBelowRootOf(name), kind) == false)
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
        }, failed => _run.Retries.TryWait("list", failed, directory.Path, ref retries, _run.Stop));
        HandOutLast(pair, entries);
        if (error.IsError)
        {
            NotCopied(CopyProblems.Of("list", directory.Path, error), directory.PathBelowRoot);
        }
    }

    /// <summary>Hands out entries that are not the last of their directory.</summary>
    /// <param name="pair">The directory.</param>
    /// <param name="entries">Some entries, or none.</param>
    protected virtual void HandOut(DirectoryPair pair, List<(FilePath Name, FileKind Kind)> entries)
    {
        if (entries.Count == 0)
        {
            return;
        }

        _run.WaitForPairs();
        pair.Begin(_source.Current, _target.Current, entries.Count);
        _run.Reporter.Found(pair.TakesLinks ? 0 : entries.Count, 0); // names that were set aside were found before
        _workers.Add(new WorkItem(pair, [.. entries]));
    }

    /// <summary>Hands out the last entries of a directory.</summary>
    /// <param name="pair">The directory.</param>
    /// <param name="entries">Some entries, or none.</param>
    protected virtual void HandOutLast(DirectoryPair pair, List<(FilePath Name, FileKind Kind)> entries) => HandOut(pair, entries);

    // Entries under way hold descriptors, too.
    private NativeError EnterOnceThereIsRoom(TreeDescent descent, FilePath name)
    {
        NativeError error = descent.Enter(name);
        if (error.Kind == NativeErrorKind.TooManyFiles)
        {
            _run.WaitForOwnPairs();
            error = descent.Enter(name);
        }

        return error;
    }

    // Unfinished files of this or another run are not part of the user's tree.
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
        bool isNew = false;
        if (!EnterSource(name) || !MakeTarget(name, _source.Current.PathBelowRoot, out isNew) || !EnterTarget(name)
            || !IsApart(isNew))
        {
            return false;
        }

        Begin(name, isNew);
        return true;
    }

    /// <summary>Enters a directory of the source and reports a failure.</summary>
    /// <returns>True if it was entered.</returns>
    protected bool EnterSource(FilePath name)
    {
        OpenDirectory source = _source.Current;
        FileStatus above = _source.Status;
        NativeError error;
        int retries = 0;
        do
        {
            error = EnterOnceThereIsRoom(_source, name);
        }
        while (_run.Retries.TryWait(Opening, error, source.PathOf(name), ref retries, _run.Stop));
        if (error.IsError)
        {
            NotCopied(CopyProblems.Of(Opening, source.PathOf(name), error), source.PathBelowRootOf(name));
            return false;
        }

        return Accept(_source.Current.Path, _run.Separation.RefusalOfSource(_source.Current, _source.Status, above));
    }

    /// <summary>Creates a directory in the target unless it exists, and reports a failure.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="below">Its path below the roots.</param>
    /// <param name="isNew">True if it was created.</param>
    /// <returns>True if it exists.</returns>
    protected bool MakeTarget(FilePath name, FilePath below, out bool isNew)
    {
        OpenDirectory above = _target.Current;
        if (_run.NameEnds.IsCutOff(_target.Status.Device, name))
        {
            isNew = false;
            NotCopied(TargetPolicy.NameIsCutOff(above.PathOf(name)), below);
            return false;
        }

        NativeResult made = NativePlatform.Trees.CreateDirectory(above.Handle, name, FilePermissions.OwnDirectory);
        isNew = made.Succeeded;
        if (made.Failed && made.Error.Kind != NativeErrorKind.AlreadyExists)
        {
            NotCopied(
                CopyProblems.Of("make the directory", above.PathOf(name), made.Error, RefusedNames.Hint(made.Error)),
                below);
            return false;
        }

        if (!isNew && Entries.Find(new DirectoryEntry(above, name)) is { } present && present.Kind != FileKind.Directory)
        {
            FilePath path = above.PathOf(name);
            NotCopied(
                new CopyProblem(
                    CopyProblemKind.Refused,
                    path,
                    $"{path.Display} exists and is not a directory: nothing else is replaced by a directory, and no link is followed"),
                below);
            return false;
        }

        if (!isNew && _pair?.Lists(above, name) == false)
        {
            NotCopied(TargetPolicy.NameIsAnothers(above.PathOf(name)), below);
            return false;
        }

        return true;
    }

    /// <summary>Enters a directory of the target and reports a failure.</summary>
    /// <returns>True if it was entered.</returns>
    protected bool EnterTarget(FilePath name)
    {
        OpenDirectory directory = _target.Current;
        FileStatus above = _target.Status;
        NativeError error = EnterOnceThereIsRoom(_target, name);
        if (error.IsError)
        {
            NotCopied(
                CopyProblems.Of(Opening, directory.PathOf(name), error), _source.Current.PathBelowRoot);
            return false;
        }

        return Accept(
            _target.Current.Path,
            _run.Separation.RefusalOfTarget(_target.Current, _target.Status, above, _source.Status));
    }

    private bool Accept(FilePath path, string? refusal)
    {
        if (refusal is not null)
        {
            NotCopied(
                new CopyProblem(CopyProblemKind.Refused, path, $"{path.Display} {refusal}"),
                _source.Current.PathBelowRoot);
        }

        return refusal is null;
    }

    // A directory that this run created is known to be separate, because the name was unused.
    private bool IsApart(bool isNew)
    {
        if (isNew || !_run.Options.RemoveSource)
        {
            return true;
        }

        OpenDirectory source = _source.Current;
        string? unknown = _run.Separation.WhyNotApart(
            source, _source.Status, _target.Current, _target.Status, out bool areSame);
        if (unknown is not null)
        {
            _run.StaysInSource(source.PathBelowRoot);
            _run.Reporter.Noticed(TreeCopy.NotShownApart(source.Path, _target.Current.Path, unknown));
        }

        return Accept(
            _target.Current.Path,
            areSame ? "is the very directory that would be moved into it, under another name" : null);
    }

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
                    $"the way back to {path.Display} was lost ({error.InParentheses}): a directory below it was moved; the rest of it was not copied"),
                side.Current.PathBelowRoot);
        }

        _pair!.BecameIncomplete();
        _pair = _pair.Parent;
        return true;
    }

    /// <summary>Reports that an entry, and everything below it, is not copied.</summary>
    /// <param name="problem">The reason.</param>
    /// <param name="below">Its path below the roots.</param>
    protected void NotCopied(CopyProblem problem, FilePath below)
    {
        _run.Reporter.Found(1, 0);
        _run.Failed(problem, below);
    }
}
