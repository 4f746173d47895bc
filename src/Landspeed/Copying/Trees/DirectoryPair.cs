using Landspeed.Copying.Identity;
using Landspeed.Copying.Metadata;
using Landspeed.Copying.Runs;
using Landspeed.Files.Trees;
using Landspeed.Platform;

namespace Landspeed.Copying.Trees;

/// <summary>
/// A directory of the source and the one that is its copy. Stays open while entries of it are under way; once none is and
/// the walk has left it, the copy gets the source's owner, permissions, attributes and times, which everything before
/// would have changed again.
/// </summary>
/// <remarks>Safe for all threads.</remarks>
internal sealed class DirectoryPair
{
    private readonly TreeRun _run;
    private readonly Lock _turn = new();
    private OpenDirectory? _source;
    private OpenDirectory? _target;
    private int _underWay;
    private bool _wasLeft;
    private volatile bool _isIncomplete;
    private volatile bool _hasSetAside;
    private readonly ListedNames _names;

    internal DirectoryPair(TreeRun run, DirectoryPair? parent, FilePath name, in FileStatus source, in FileStatus target)
    {
        (_run, Parent, Name, SourceStatus, TargetStatus) = (run, parent, name, source, target);
        _names = new ListedNames(run.Volumes);
    }

    /// <summary>The pair above; null for the roots.</summary>
    internal DirectoryPair? Parent { get; }

    /// <summary>The name in the pair above.</summary>
    internal FilePath Name { get; }

    /// <summary>What the source was when it was entered.</summary>
    internal FileStatus SourceStatus { get; }

    /// <summary>What the target was when it was entered.</summary>
    internal FileStatus TargetStatus { get; }

    /// <summary>Whether the target was made by this run, so that nothing is in it that the run did not make.</summary>
    internal bool IsNew { get; init; }

    /// <summary>Whether an access list is handed on to what is made in the target.</summary>
    internal bool HandsOnAccessList { get; init; }

    /// <summary>
    /// Called when all entries have ended, instead of giving the directory its metadata: another rank does that. Null: this one does.
    /// </summary>
    internal Action<DirectoryPair>? Ended { get; init; }

    /// <summary>Whether its entries are names that were set aside before.</summary>
    internal bool TakesLinks { get; init; }

    /// <summary>Whether a name in it was set aside.</summary>
    internal bool HasSetAside => _hasSetAside;

    /// <summary>Whether something in it was not dealt with because the run was stopped.</summary>
    internal bool IsIncomplete => _isIncomplete;

    /// <summary>The path below the roots.</summary>
    internal FilePath PathBelow => Parent is null ? Name : Parent.Parent is null ? Name : Parent.PathBelow.Join(Name);

    /// <summary>Owner and group that new files get here; null before the first was made.</summary>
    internal (uint UserId, uint GroupId)? NewOwner { get; set; }

    /// <summary>The source; only while an entry is under way.</summary>
    internal OpenDirectory Source => _source!;

    /// <summary>The target; only while an entry is under way.</summary>
    internal OpenDirectory Target => _target!;

    /// <summary>
    /// Whether a name that was found in the target is one that it lists; only while an entry is under way.
    /// </summary>
    internal bool Lists(FilePath name) => Lists(Target, name);

    /// <summary>The same of an open target.</summary>
    internal bool Lists(OpenDirectory target, FilePath name) => _names.Contains(target, TargetStatus.Device, name);

    /// <summary>Whether the target would give something of this name another one.</summary>
    internal bool CutsOff(FilePath name) => _run.NameEnds.IsCutOff(TargetStatus.Device, name);

    /// <summary>Entries go on their way; by the walk, which stands in the pair.</summary>
    internal void Begin(OpenDirectory source, OpenDirectory target, int entries)
    {
        lock (_turn)
        {
            if (_underWay == 0)
            {
                _source = source.Retain();
                _target = target.Retain();
                _run.PairBecameBusy();
            }

            _underWay += entries;
        }
    }

    /// <summary>
    /// The pair for an entry that is dealt with once more, while another one of the same work is under way.
    /// </summary>
    /// <remarks>It may have ended, and ends once more; who is told of its end is told once.</remarks>
    internal DirectoryPair Again() =>
        Ended is null ? this : new DirectoryPair(_run, Parent, Name, SourceStatus, TargetStatus);

    /// <summary>Entries that are on their way end together from now on, as one.</summary>
    internal void Combine(int entries)
    {
        lock (_turn)
        {
            _underWay -= entries - 1;
        }
    }

    /// <summary>An entry has arrived, or failed.</summary>
    internal void End()
    {
        lock (_turn)
        {
            if (--_underWay > 0)
            {
                return;
            }

            if (_wasLeft)
            {
                Finish(Source, Target);
            }

            _source!.Dispose();
            _target!.Dispose();
            (_source, _target) = (null, null);
        }

        _run.PairBecameIdle();
    }

    /// <summary>The walk leaves the pair, with everything below.</summary>
    internal void Leave(OpenDirectory source, OpenDirectory target)
    {
        lock (_turn)
        {
            _wasLeft = true;
            if (_underWay == 0)
            {
                Finish(source, target);
            }
        }
    }

    /// <summary>Finishes the roots, which are the last: until nothing else is to be done the run's claim lies in the target.</summary>
    internal void FinishRoots() => FinishNow(_run.Source, _run.Target);

    /// <summary>A name in it was set aside: its metadata comes after that.</summary>
    internal void SetAside() => _hasSetAside = true;

    /// <summary>Something below was not dealt with because the run was stopped: the copy stays for its owner only.</summary>
    internal void BecameIncomplete() => _isIncomplete = true;

    /// <summary>The target, when it happens to be open.</summary>
    internal OpenDirectory? TryRetainTarget()
    {
        lock (_turn)
        {
            return _target?.Retain();
        }
    }

    // Everything in it has its name by now.
    private void CheckNames(OpenDirectory source, OpenDirectory target)
    {
        if (Parent is not { } above)
        {
            return; // of the roots the whole path counts
        }

        if (!NamedDirectory.HasItsName(target, Name, TargetStatus, above.TargetStatus) && !IsBelow(_run.Target, TargetStatus))
        {
            _run.TargetIsDisplaced(target);
        }

        if (!NamedDirectory.HasItsName(source, Name, SourceStatus, above.SourceStatus) && !IsBelow(_run.Source, SourceStatus))
        {
            _run.SourceIsDisplaced(source);
        }
    }

    // A way up may end on something that is mounted over a directory above, which is not this one's concern.
    private bool IsBelow(OpenDirectory root, in FileStatus status)
    {
        try
        {
            using OpenDirectory above = Parent!.OpenFrom(root);
            return Entries.Find(new DirectoryEntry(above, Name)) is { } named && Entries.IsSame(named, status);
        }
        catch (NativeIOException)
        {
            return false;
        }
    }

    /// <summary>Opens a side of the pair from its root, name by name, following no link.</summary>
    /// <exception cref="NativeIOException">It is not there.</exception>
    internal OpenDirectory OpenFrom(OpenDirectory root)
    {
        Stack<FilePath> names = new();
        for (DirectoryPair pair = this; pair.Parent is { } parent; pair = parent)
        {
            names.Push(pair.Name);
        }

        OpenDirectory directory = root.Retain();
        foreach (FilePath name in names)
        {
            using OpenDirectory above = directory;
            directory = above.Child(name, Entries.Open(new DirectoryEntry(above, name), EntryOpening.Directory));
        }

        return directory;
    }

    private bool IsToChange => TargetStatus.Permissions != SourceStatus.Permissions
        || TargetStatus.UserId != SourceStatus.UserId || TargetStatus.GroupId != SourceStatus.GroupId
        || TargetStatus.Modified != SourceStatus.Modified;

    private void Finish(OpenDirectory source, OpenDirectory target)
    {
        if (Ended is not null)
        {
            Ended(this);
        }
        else if (_hasSetAside)
        {
            _run.Ranks!.Defer(this);
        }
        else if (Parent is not null)
        {
            FinishNow(source, target);
        }
    }

    /// <summary>Gives the directory its metadata: everything in it has its name.</summary>
    internal void FinishNow(OpenDirectory source, OpenDirectory target)
    {
        if (!_isIncomplete)
        {
            CheckNames(source, target);
            KeepMetadata(source, target);
        }

        if (_run.FlushesEach(TargetStatus.Device))
        {
            TargetFlush.Flush(target.Handle, target.Path, _run.Reporter);
        }
    }

    private void KeepMetadata(OpenDirectory source, OpenDirectory target)
    {
        if (!IsNew && IsToChange)
        {
            // What was refused touches nothing: a directory in which nothing came about stays as it was, too.
            if (_run.Reporter.HasOnlyRefused)
            {
                return;
            }

            _run.Reporter.ChangedDirectory();
        }

        try
        {
            var entry = new DirectoryEntry(target, FilePath.FromBytes("."u8));
            FileMetadata.Keep(source.Handle, SourceStatus, target.Handle, entry, _run.Preservation);
        }
        catch (IOException refused)
        {
            _run.Reporter.Noticed(new CopyProblem(CopyProblemKind.NotPreserved, target.Path, refused.Message));
        }
    }
}
