using Landspeed.Copying.Identity;
using Landspeed.Copying.Policy;
using Landspeed.Copying.Runs;
using Landspeed.Copying.Trees;
using Landspeed.Files.Trees;
using Landspeed.Platform;

namespace Landspeed.Copying.Removal;

/// <summary>
/// Removes the source once everything is durable: each entry that is unchanged since it was read and whose copy is in
/// the target under its name, then the directories that became empty. It needs no memory of the files copied, even for
/// a million.
/// </summary>
/// <remarks>For use by one thread. Works through descriptors and follows no symbolic link.</remarks>
internal sealed class SourceRemoval : ITreeVisitor, IDisposable
{
    private readonly TreeRun _run;
    private readonly TreeDescent _source;
    private readonly TreeDescent _target;
    private readonly DirectoryListing _listing = new();
    private readonly HashSet<LinkKey> _lostNames = [];
    private readonly bool _keepsDirectories;
    private readonly Dictionary<DeviceNumber, ChangedVolume> _volumes = [];

    private SourceRemoval(TreeRun run)
    {
        _run = run;
        _source = new TreeDescent(run.Source, run.SourceStatus);
        _target = new TreeDescent(run.Target, run.TargetStatus);
        _keepsDirectories = run.Reporter.Result().Outcome != CopyOutcome.Done;
    }

    /// <summary>Removes what was copied.</summary>
    internal static void Run(TreeRun run)
    {
        bool isDurable = run.Reporter.Result().IsDurable;
        if (run.IsDisplaced || !isDurable)
        {
            FilePath source = run.Source.Path;
            run.Reporter.Noticed(new CopyProblem(
                isDurable ? CopyProblemKind.Skipped : CopyProblemKind.Failed,
                source,
                $"nothing is removed from {source.Display}, because its copy is not {(isDurable ? "where it was asked for" : "durable")}"));
            return;
        }

        if (run.Recent.IsKept(run.Source.PathBelowRoot))
        {
            return; // why was reported
        }

        using var removal = new SourceRemoval(run);
        new TreeWalker(removal, removal._source, removal._target, run.Stop).Run();
        removal.RemoveRoot();
        removal.FlushVolumes();
    }

    public void Dispose()
    {
        foreach (ChangedVolume volume in _volumes.Values)
        {
            volume.Directory.Dispose();
        }

        _source.Dispose();
        _target.Dispose();
    }

    /// <inheritdoc/>
    public bool Enter(FilePath name)
    {
        if (_source.Enter(name).IsError)
        {
            return false;
        }

        if (_run.Recent.IsKept(_source.Current.PathBelowRoot))
        {
            return false; // why was reported
        }

        bool isOther = !_run.Options.CrossMounts && Entries.IsOtherFileSystem(_source.Status, _run.SourceStatus);
        NativeError error = isOther ? NativeError.None : _target.Enter(name);
        if (isOther || error.IsError)
        {
            if (error.Kind == NativeErrorKind.NotFound)
            {
                HasNoCopy(_source.Current.Path);
            }

            return false;
        }

        if (_run.Recent.IsPair(_source.Status, _target.Status))
        {
            return true;
        }

        if (!_keepsDirectories)
        {
            Stays(CopyProblemKind.SourceChanged, _source.Current.Path, "or its copy was replaced after it was copied; nothing was removed from it");
        }

        return false;
    }

    /// <inheritdoc/>
    public void Visit(NameQueue below)
    {
        _run.CheckPaths();
        if (_run.IsDisplaced)
        {
            return;
        }

        var names = new NameQueue();
        OpenDirectory directory = _source.Current;
        NativeError error = _listing.ForEachEntry(directory, (name, kind) =>
        {
            if (_run.Options.Filter?.Invoke(directory.PathBelowRootOf(name), kind) != false)
            {
                (kind == FileKind.Directory ? below : names).Enqueue(name);
            }

            return true;
        });
        if (error.IsError)
        {
            _run.Reporter.Noticed(CopyProblems.Of("remove the source", directory.Path, error));
        }

        while (!_run.Stop.IsCancellationRequested && names.TryDequeue() is { } name)
        {
            RemoveFile(new DirectoryEntry(directory, name), new DirectoryEntry(_target.Current, name));
        }

        RemovedFrom(directory, _source.Status.Device);
    }

    private void RemovedFrom(OpenDirectory directory, DeviceNumber device)
    {
        if (!_volumes.TryGetValue(device, out ChangedVolume? volume))
        {
            volume = new ChangedVolume(device, directory.Retain(), Durability.FlushOf(directory.Handle));
            _volumes.Add(device, volume);
        }

        if (volume.Flush == VolumeFlush.Each)
        {
            SourceFlush.Flush(directory, _run.Reporter);
        }
    }

    // A target on the same file system is flushed next.
    private void FlushVolumes()
    {
        foreach (ChangedVolume volume in _volumes.Values)
        {
            if (volume.Flush == VolumeFlush.Whole && _run.Targets().All(target => target.Device != volume.Device))
            {
                SourceFlush.FlushWhole(volume.Directory, _run.Reporter);
            }
        }
    }

    private void RemoveFile(DirectoryEntry source, DirectoryEntry target)
    {
        try
        {
            FileStatus status = Entries.Status(source);
            if (_run.Recent.IsKept(source.Directory.PathBelowRootOf(source.Name)))
            {
                return; // why it was not copied has been reported
            }

            if (Entries.Find(target) is not { } copy)
            {
                HasNoCopy(source.Path);
                return;
            }

            LinkKey key = LinkKey.Of(status) with { Changed = default, LinkCount = 0 }; // a name less changes both
            if (!_run.IsAsRead(status) && !_lostNames.Contains(key))
            {
                Stays(CopyProblemKind.SourceChanged, source.Path, "was changed after it was copied, and was not removed");
                return;
            }

            if (Entries.IsOtherFileSystem(copy, _target.Status)
                || (Entries.IsSame(status, copy) && status.LinkCount < 2))
            {
                Stays(
                    CopyProblemKind.Failed,
                    source.Path,
                    "was not removed: its copy is mounted from elsewhere, and may be the source itself");
                return;
            }

            if (!IsCopyOf(status, copy, source, target))
            {
                Stays(CopyProblemKind.Failed, source.Path, "was not removed: its copy has another length or time of change");
                return;
            }

            NativeResult removed = NativePlatform.Trees.Remove(source.Directory.Handle, source.Name);
            if (removed.Failed)
            {
                throw new NativeIOException("remove the source", source.Path, removed.Error);
            }

            if (status.LinkCount > 1)
            {
                _lostNames.Add(key); // its other names are older than this change
            }
        }
        catch (IOException failure)
        {
            _run.Reporter.Noticed(CopyProblems.Of(failure, source.Path));
        }
    }

    // An earlier failure has been reported already; repeating it would only hide it.
    private void HasNoCopy(FilePath path)
    {
        if (!_keepsDirectories)
        {
            Stays(CopyProblemKind.SourceChanged, path, "has no copy, because it came too late or its copy is gone; it was not removed");
        }
    }

    private void Stays(CopyProblemKind kind, FilePath path, string reason) =>
        _run.Reporter.Noticed(new CopyProblem(kind, path, $"{path.Display} {reason}"));

    private bool IsCopyOf(in FileStatus status, in FileStatus copy, DirectoryEntry source, DirectoryEntry target) =>
        status.Kind == copy.Kind && (status.Kind == FileKind.Regular
            ? status.Length == copy.Length && HasTime(status.Modified, copy, target.Directory)
            : NamedEntries.IsSame(source, status, target));

    private bool HasTime(FileTime source, in FileStatus copy, OpenDirectory directory) =>
        source == copy.Modified || KeptTime.IsLimit(source, copy.Modified)
        || (KeptTime.UnitOf(source, copy.Modified) is { } lost
            && lost <= (_run.Units.UnitNs(copy, directory, isFinal: true) ?? long.MaxValue));

    /// <inheritdoc/>
    public void Left(FilePath name, in FileStatus status)
    {
        OpenDirectory directory = _source.Current;
        if (!_keepsDirectories && Entries.Find(new DirectoryEntry(directory, name)) is { } now && Entries.IsSame(now, status))
        {
            // A directory that is not empty stays: its entries were excluded, skipped, or added later.
            NativePlatform.Trees.RemoveDirectory(directory.Handle, name);
            RemovedFrom(directory, _source.Status.Device);
        }
    }

    private void RemoveRoot()
    {
        FilePath path = _run.Source.Path;
        if (_keepsDirectories || _run.IsDisplaced || path.Name.Bytes is [(byte)'.'] or [(byte)'.', (byte)'.'] or [(byte)'/'])
        {
            return;
        }

        try
        {
            using OpenDirectory parent = OpenDirectory.Holding(path.Parent);
            if (Entries.Find(new DirectoryEntry(parent, path.Name)) is { } now && Entries.IsSame(now, _run.SourceStatus))
            {
                NativePlatform.Trees.RemoveDirectory(parent.Handle, path.Name);
                RemovedFrom(parent, _run.SourceStatus.Device);
            }
        }
        catch (NativeIOException failure)
        {
            _run.Reporter.Noticed(CopyProblems.Of(failure, path));
        }
    }
}
