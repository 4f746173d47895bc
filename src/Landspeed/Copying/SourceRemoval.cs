using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>
/// Removes the source once everything is durable: each entry that is as it was when it was read, and of which the target has
/// the copy under its name; then the directories that became empty. Nothing needs to be remembered of a million files.
/// </summary>
/// <remarks>For one thread. Goes by descriptors, follows no symbolic link.</remarks>
internal sealed class SourceRemoval : IDisposable
{
    private readonly TreeRun _run;
    private readonly TreeDescent _source;
    private readonly TreeDescent _target;
    private readonly DirectoryListing _listing = new();
    private readonly Stack<(FilePath Name, NameQueue Below)> _way = new();
    private readonly HashSet<(DeviceNumber Device, ulong Inode)> _lostNames = [];
    private readonly bool _keepsDirectories;

    private SourceRemoval(TreeRun run)
    {
        _run = run;
        _source = new TreeDescent(run.Source, run.SourceStatus);
        _target = new TreeDescent(run.Target, run.TargetStatus);
        _keepsDirectories = run.Ledger.Result().Outcome != CopyOutcome.Done;
    }

    /// <summary>Removes what was copied.</summary>
    internal static void Run(TreeRun run)
    {
        using var removal = new SourceRemoval(run);
        removal.Walk();
    }

    public void Dispose()
    {
        _source.Dispose();
        _target.Dispose();
    }

    private void Walk()
    {
        List(FilePath.FromBytes("."u8));
        while (_way.TryPeek(out (FilePath Name, NameQueue Below) level))
        {
            if (!_run.Stop.IsCancellationRequested && level.Below.TryDequeue() is { } name)
            {
                Descend(name);
                continue;
            }

            _way.Pop();
            if (_way.Count == 0)
            {
                RemoveRoot();
                return;
            }

            FileStatus left = _source.Status;
            bool isLost = _source.Leave().IsError | _target.Leave().IsError;
            if (!isLost && !_keepsDirectories)
            {
                RemoveDirectory(level.Name, left);
            }

            while (isLost)
            {
                _way.Pop();
                isLost = _source.Leave().IsError | _target.Leave().IsError;
            }
        }
    }

    private void Descend(FilePath name)
    {
        if (_source.Enter(name).IsError)
        {
            return;
        }

        bool isOther = !_run.Options.CrossMounts && Entries.IsOtherFileSystem(_source.Status, _run.SourceStatus);
        NativeError error = isOther ? NativeError.None : _target.Enter(name);
        if (isOther || error.IsError)
        {
            if (error.Kind == NativeErrorKind.NotFound)
            {
                HasNoCopy(_source.Current.Path);
            }

            _source.Leave();
            return;
        }

        List(name);
    }

    private void List(FilePath directoryName)
    {
        var below = new NameQueue();
        var names = new NameQueue();
        _way.Push((directoryName, below));
        OpenDirectory directory = _source.Current;
        NativeError error = NativePlatform.Trees.Rewind(directory.Handle).Error;
        error = error.IsError ? error : _listing.ForEach(directory, (bytes, told) =>
        {
            FilePath name = FilePath.FromBytes(bytes);
            FileKind kind = DirectoryListing.KindOf(directory, name, told);
            if (_run.Options.Chooses?.Invoke(directory.PathBelowRootOf(name), kind) != false)
            {
                (kind == FileKind.Directory ? below : names).Enqueue(bytes);
            }

            return true;
        });
        if (error.IsError)
        {
            _run.Ledger.Noticed(CopyProblems.Of("remove the source", directory.Path, error));
        }

        while (!_run.Stop.IsCancellationRequested && names.TryDequeue() is { } name)
        {
            RemoveFile(new EntryPlace(directory, name), new EntryPlace(_target.Current, name));
        }
    }

    private void RemoveFile(EntryPlace source, EntryPlace target)
    {
        try
        {
            FileStatus status = Entries.Status(source);
            if (_run.Recent.IsKept(source.Directory.PathBelowRootOf(source.Name)))
            {
                return; // why it was not copied has been told
            }

            if (Entries.Find(target) is not { } copy)
            {
                HasNoCopy(source.Path);
                return;
            }

            var key = (status.Device, status.Inode);
            if (!_run.IsAsRead(status) && !_lostNames.Contains(key))
            {
                Stays(CopyProblemKind.SourceChanged, source.Path, "was changed after it was copied, and was not removed");
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
            _run.Ledger.Noticed(CopyProblems.Of(failure, source.Path));
        }
    }

    // Where something went wrong before, that was told, and told again it would only hide it.
    private void HasNoCopy(FilePath path)
    {
        if (!_keepsDirectories)
        {
            Stays(CopyProblemKind.SourceChanged, path, "has no copy, because it came too late or its copy is gone; it was not removed");
        }
    }

    private void Stays(CopyProblemKind kind, FilePath path, string reason) =>
        _run.Ledger.Noticed(new CopyProblem(kind, path, $"{path.Display} {reason}"));

    private static bool IsCopyOf(in FileStatus source, in FileStatus copy, EntryPlace sourcePlace, EntryPlace place) =>
        source.Kind == copy.Kind && source.Kind switch
        {
            FileKind.Regular => source.Length == copy.Length && KeptTime.IsSame(source.Modified, copy.Modified),
            FileKind.SymbolicLink => SymbolicLinks.Read(sourcePlace).Equals(SymbolicLinks.Read(place)),
            _ => SpecialFiles.IsSameDevice(source, copy),
        };

    private void RemoveDirectory(FilePath name, in FileStatus left)
    {
        OpenDirectory directory = _source.Current;
        if (Entries.Find(new EntryPlace(directory, name)) is { } now && Entries.IsSame(now, left))
        {
            // One that is not empty stays: what is in it was excluded, skipped, or came later.
            NativePlatform.Trees.RemoveDirectory(directory.Handle, name);
        }
    }

    private void RemoveRoot()
    {
        FilePath path = _run.Source.Path;
        if (_keepsDirectories || path.Name.Bytes is [(byte)'.'] or [(byte)'.', (byte)'.'] or [(byte)'/'])
        {
            return;
        }

        try
        {
            using OpenDirectory parent = OpenDirectory.Root(path.Parent);
            if (Entries.Find(new EntryPlace(parent, path.Name)) is { } now && Entries.IsSame(now, _run.SourceStatus))
            {
                NativePlatform.Trees.RemoveDirectory(parent.Handle, path.Name);
            }
        }
        catch (NativeIOException failure)
        {
            _run.Ledger.Noticed(CopyProblems.Of(failure, path));
        }
    }
}
