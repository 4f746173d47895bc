using Landspeed.Copying.Identity;
using Landspeed.Copying.Metadata;
using Landspeed.Copying.Runs;
using Landspeed.Files.Trees;
using Landspeed.Platform;

namespace Landspeed.Copying.Trees;

/// <summary>
/// A directory of the source and its copy. Stays open while any of its entries is under way. Once none is and the walk
/// has left it, the copy gets the source's owner, permissions, attributes and times; earlier they would have been
/// changed again.
/// </summary>
/// <remarks>Thread-safe.</remarks>
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

    /// <summary>The parent pair, or null for the roots.</summary>
    internal DirectoryPair? Parent { get; }

    /// <summary>The name in the parent pair.</summary>
    internal FilePath Name { get; }

    /// <summary>Status of the source when it was entered.</summary>
    internal FileStatus SourceStatus { get; }

    /// <summary>Status of the target when it was entered.</summary>
    internal FileStatus TargetStatus { get; }

    /// <summary>True if this run created the target, so that it holds only what this run created.</summary>
    internal bool IsNew { get; init; }

    /// <summary>True if files created in the target inherit an access list.</summary>
    internal bool HandsOnAccessList { get; init; }

    /// <summary>
    /// Called when all entries have ended, in place of setting the directory's metadata, because another rank does
    /// that; null if this one does.
    /// </summary>
    internal Action<DirectoryPair>? Ended { get; init; }

    /// <summary>True if its entries are names that were set aside earlier.</summary>
    internal bool TakesLinks { get; init; }

    /// <summary>True if a name in it was set aside.</summary>
    internal bool HasSetAside => _hasSetAside;

    /// <summary>True if something in it was left undone because the run was stopped.</summary>
    internal bool IsIncomplete => _isIncomplete;

    /// <summary>The path below the roots.</summary>
    internal FilePath PathBelow => Parent is null ? Name : Parent.Parent is null ? Name : Parent.PathBelow.Join(Name);

    /// <summary>Owner and group that new files get here, or null before the first was made.</summary>
    internal (uint UserId, uint GroupId)? NewOwner { get; set; }

    /// <summary>The source; available only while an entry is under way.</summary>
    internal OpenDirectory Source => _source!;

    /// <summary>The target; available only while an entry is under way.</summary>
    internal OpenDirectory Target => _target!;

    /// <summary>
    /// True if the directory lists exactly the name that was found in the target; only while an entry is under way.
    /// </summary>
    internal bool Lists(FilePath name) => Lists(Target, name);

    /// <summary>True if an open target lists exactly this name.</summary>
    internal bool Lists(OpenDirectory target, FilePath name) => _names.Contains(target, TargetStatus.Device, name);

    /// <summary>True if the target would cut off the end of this name.</summary>
    internal bool CutsOff(FilePath name) => _run.NameEnds.IsCutOff(TargetStatus.Device, name);

    /// <summary>Starts entries; called by the walk, which is in this pair.</summary>
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
    /// Returns the pair for an entry that is processed once more while another entry of the same work is under way.
    /// </summary>
    /// <remarks>The pair may have ended and then ends once more; the end is reported only once.</remarks>
    internal DirectoryPair Again() =>
        Ended is null ? this : new DirectoryPair(_run, Parent, Name, SourceStatus, TargetStatus);

    /// <summary>Makes entries that are under way end together, as one.</summary>
    internal void Combine(int entries)
    {
        lock (_turn)
        {
            _underWay -= entries - 1;
        }
    }

    /// <summary>Records that an entry has been copied or has failed.</summary>
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

    /// <summary>Records that the walk leaves the pair and everything below it.</summary>
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

    /// <summary>
    /// Finishes the roots, which come last: the run's claim stays in the target until nothing else is left to do.
    /// </summary>
    internal void FinishRoots() => FinishNow(_run.Source, _run.Target);

    /// <summary>Records that a name in it was set aside; its metadata is set after that name is done.</summary>
    internal void SetAside() => _hasSetAside = true;

    /// <summary>
    /// Records that something below was left undone because the run was stopped; the copy stays accessible to its owner
    /// only.
    /// </summary>
    internal void BecameIncomplete() => _isIncomplete = true;

    /// <summary>Returns the target if it happens to be open.</summary>
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

    // A path up may end at something mounted over a directory above, which does not concern this one.
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

    /// <summary>Opens one side of the pair from its root, name by name, without following links.</summary>
    /// <exception cref="NativeIOException">It does not exist.</exception>
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

    /// <summary>Sets the directory's metadata, once everything in it has its name.</summary>
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
            // Refusals change nothing: a directory in which nothing was done also stays as it was.
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
