using Landspeed.Copying.Content;
using Landspeed.Copying.Identity;
using Landspeed.Copying.Policy;
using Landspeed.Copying.Removal;
using Landspeed.Copying.Runs;
using Landspeed.Copying.Trees;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;

namespace Landspeed.Copying.Walking;

/// <summary>Reports what a copy would do, without changing anything.</summary>
/// <remarks>For use by one thread.</remarks>
internal sealed class TreePreview : ITreeVisitor, IDisposable
{
    private readonly TreeCopyOptions _options;
    private readonly CopyReporter _reporter;
    private readonly TreeRoots _roots;
    private readonly TreeDescent _source;
    private readonly TreeDescent? _target;
    private readonly DirectoryListing _listing = new();
    private readonly TreeRemoval _removal;
    private readonly TreeSeparation _separation;
    private readonly VolumeKinds _volumes = new();
    private readonly TimeUnits _units;
    private ListedNames _listed;
    private readonly CancellationToken _stop;
    private readonly HashSet<LinkKey> _linked = [];

    // First what would be copied, then what would be removed, which is nothing if an entry cannot be copied.
    private bool _isDeleting;

    internal TreePreview(TreeCopyOptions options, CopyReporter reporter, TreeRoots roots, CancellationToken stop)
    {
        (_options, _reporter, _roots, _stop) = (options, reporter, roots, stop);
        _removal = new TreeRemoval(
            (directory, name, kind) =>
                TreeDeletion.IsKept(options, directory, name, kind) || IsSource(new(directory, name), kind),
            TreeDeletion.ListsEach(options) ? ReportRemoved : null,
            isDry: true,
            stop);
        _separation = new TreeSeparation(
            roots.Source, roots.SourceStatus, roots.Target, roots.TargetStatus, names: null, _volumes);
        _units = new TimeUnits(_volumes, names: null);
        _listed = new ListedNames(_volumes);
        _source = new TreeDescent(roots.Source, roots.SourceStatus);
        _target = roots.Target is null ? null : new TreeDescent(roots.Target, roots.TargetStatus);
    }

    /// <summary>Walks the trees and reports.</summary>
    internal void Run()
    {
        Walk();
        if (!_options.DeleteExtraneous || _target is null || _stop.IsCancellationRequested)
        {
            return;
        }

        if (_reporter.Result().Outcome != CopyOutcome.Done)
        {
            _reporter.Noticed(TreeDeletion.NotEverythingCopied(_target.Current.Path));
            return;
        }

        _isDeleting = true;
        Walk();
    }

    public void Dispose()
    {
        _source.Dispose();
        _target?.Dispose();
    }

    // The levels of the target that exist; everything below them would be new.
    private bool IsPresent => _target is not null && _target.Depth == _source.Depth;

    private void Walk() => new TreeWalker(this, _source, _target, _stop).Run();

    /// <inheritdoc/>
    public bool Enter(FilePath name)
    {
        OpenDirectory source = _source.Current;
        FileStatus? present = null;
        try
        {
            present = IsPresent ? Entries.Find(new DirectoryEntry(_target!.Current, name)) : null;
        }
        catch (NativeIOException failure)
        {
            Report(CopyAction.Failed, source.PathBelowRootOf(name), 0, CopyProblems.Of(failure, source.PathOf(name)));
            return false;
        }

        if (present is { Kind: not FileKind.Directory })
        {
            FilePath path = _target!.Current.PathOf(name);
            Report(CopyAction.Skipped, source.PathBelowRootOf(name), 0, new CopyProblem(
                CopyProblemKind.Refused,
                path,
                $"{path.Display} exists and is not a directory: nothing else is replaced by a directory, and no link is followed"));
            return false;
        }

        (FileStatus above, FileStatus? targetAbove) = (_source.Status, _target?.Status);
        if (present is { } found
            && !new ListedNames(_volumes).Contains(_target!.Current, found.Device, name))
        {
            Report(
                CopyAction.Skipped,
                source.PathBelowRootOf(name),
                0,
                TargetPolicy.NameIsAnothers(_target.Current.PathOf(name)));
            return false;
        }

        NativeError error = _source.Enter(name);
        error = error.IsError || present is null ? error : _target!.Enter(name);
        if (error.IsError)
        {
            Report(
                CopyAction.Failed,
                source.PathBelowRootOf(name),
                0,
                CopyProblems.Of("open the directory", source.PathOf(name), error));
            return false;
        }

        OpenDirectory refused = _source.Current;
        string? refusal = _separation.RefusalOfSource(refused, _source.Status, above);
        if (refusal is null && present is not null)
        {
            refused = _target!.Current;
            refusal = _separation.RefusalOfTarget(refused, _target.Status, targetAbove!.Value, _source.Status);
        }

        if (refusal is not null)
        {
            if (!_isDeleting)
            {
                FilePath path = refused.Path;
                Report(CopyAction.Skipped, source.PathBelowRootOf(name), 0, new CopyProblem(
                    CopyProblemKind.Refused, path, $"{path.Display} {refusal}"));
            }

            return false;
        }

        // A directory that does not exist yet has nothing to remove.
        return !_isDeleting || present is not null;
    }

    /// <inheritdoc/>
    public void Visit(NameQueue below)
    {
        OpenDirectory source = _source.Current;
        bool isPresent = IsPresent;
        _listed = new ListedNames(_volumes);
        if (!isPresent)
        {
            Report(CopyAction.DirectoryMade, source.PathBelowRoot, 0, null);
        }

        if (!_options.CrossMounts && Entries.IsOtherFileSystem(_source.Status, _roots.SourceStatus))
        {
            return;
        }

        NativeError error = _listing.ForEachEntry(source, (name, kind) =>
        {
            if (_options.Filter?.Invoke(source.PathBelowRootOf(name), kind) == false
                || (kind != FileKind.Directory && TemporaryFiles.IsOurs(new DirectoryEntry(source, name))))
            {
                return true;
            }

            if (kind == FileKind.Directory)
            {
                below.Enqueue(name);
            }
            else if (!_isDeleting)
            {
                ReportEntry(source, name, isPresent);
            }

            return true;
        });
        if (error.IsError)
        {
            Report(CopyAction.Failed, source.PathBelowRoot, 0, CopyProblems.Of("list", source.Path, error));
        }

        if (_isDeleting)
        {
            ReportSurplus();
        }
    }

    private void ReportEntry(OpenDirectory source, FilePath name, bool isPresent)
    {
        FilePath below = source.PathBelowRootOf(name);
        var from = new DirectoryEntry(source, name);
        try
        {
            FileStatus status = Entries.Status(from);
            if (status.Kind is not (FileKind.Regular or FileKind.SymbolicLink) && !_options.Special)
            {
                Report(CopyAction.Skipped, below, 0, NamedEntries.Skipped(from.Path, status.Kind));
                return;
            }

            DirectoryEntry to = isPresent ? new DirectoryEntry(_target!.Current, name) : default;
            FileStatus? present = isPresent ? Entries.Find(to) : null;
            if (present is { } found && !_listed.Contains(to.Directory, found.Device, name))
            {
                Report(CopyAction.Skipped, below, 0, TargetPolicy.NameIsAnothers(to.Path));
                return;
            }

            var policy = TargetPolicy.Of(_options, isTree: true);
            TargetVerdict verdict = policy.Judge(
                status,
                present,
                () => status.Kind == FileKind.Regular
                    ? ContentComparison.IsEqual(from, to) : NamedEntries.IsSame(from, status, to),
                () => _units.UnitNs(present!.Value, to.Directory));
            long bytes = status.Kind == FileKind.Regular ? status.Length : 0;
            CopyProblem? problem = verdict == TargetVerdict.Newer ? TargetPolicy.StaysAsNewer(to.Path)
                : present is { } there ? policy.Refusal(verdict, to.Path, there.Kind) : null;
            Report(ActionOf(verdict, status), below, bytes, problem);
        }
        catch (NativeIOException failure)
        {
            Report(CopyAction.Failed, below, 0, CopyProblems.Of(failure, from.Path));
        }
    }

    private CopyAction ActionOf(TargetVerdict verdict, in FileStatus status) => verdict switch
    {
        TargetVerdict.UpToDate => CopyAction.UpToDate,
        TargetVerdict.Newer or TargetVerdict.Refused or TargetVerdict.IsDirectory => CopyAction.Skipped,
        _ when status.LinkCount > 1 && !_linked.Add(LinkKey.Of(status)) => CopyAction.HardLinkMade,
        _ => status.Kind switch
        {
            FileKind.Regular => CopyAction.Copied,
            FileKind.SymbolicLink => CopyAction.LinkMade,
            _ => CopyAction.SpecialMade,
        },
    };

    private void ReportSurplus()
    {
        OpenDirectory target = _target!.Current;
        var surplus = new NameQueue();
        _listing.ForEachEntry(target, (name, kind) =>
        {
            if (!TreeDeletion.IsKept(_options, target, name, kind) && IsMissing(name)
                && !IsSource(new DirectoryEntry(target, name), kind))
            {
                surplus.Enqueue(name);
            }

            return true;
        });
        while (surplus.TryDequeue() is { } name)
        {
            // Searched even if one line covers it: mounted directories and the source would stay.
            FilePath path = target.PathOf(name);
            NativeError error = _removal.Remove(target, name, _target.Status, out bool stays);
            if (error.IsError)
            {
                Report(CopyAction.Failed, target.PathBelowRootOf(name), 0, CopyProblems.Of("remove", path, error));
            }
            else if (TreeDeletion.ListsEach(_options) || _stop.IsCancellationRequested)
            {
                continue;
            }
            else if (stays)
            {
                _reporter.Noticed(TreeDeletion.PartlyStays(path));
            }
            else
            {
                ReportRemoved(target, name);
            }
        }
    }

    private bool IsSource(DirectoryEntry entry, FileKind kind)
    {
        if (kind != FileKind.Directory || !_separation.IsSource(entry))
        {
            return false;
        }

        _reporter.Noticed(TreeDeletion.SourceStays(entry.Path));
        return true;
    }

    private bool IsMissing(FilePath name)
    {
        try
        {
            return Entries.Find(new DirectoryEntry(_source.Current, name)) is null;
        }
        catch (NativeIOException)
        {
            return false; // not known to be missing: it stays
        }
    }

    private void ReportRemoved(OpenDirectory directory, FilePath name) =>
        Report(CopyAction.Removed, directory.PathBelowRootOf(name), 0, null);

    private void Report(CopyAction action, FilePath below, long bytes, CopyProblem? problem) =>
        _reporter.Happened(new CopyEvent(action, below, bytes) { Problem = problem });
}
