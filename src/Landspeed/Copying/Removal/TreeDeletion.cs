using Landspeed.Copying.Metadata;
using Landspeed.Copying.Runs;
using Landspeed.Copying.Trees;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;

namespace Landspeed.Copying.Removal;

/// <summary>Removes what the target has and the source lacks, once everything else has succeeded.</summary>
/// <remarks>For use by one thread. Works through descriptors, follows no symbolic link and crosses no mount.</remarks>
internal sealed class TreeDeletion : ITreeVisitor, IDisposable
{
    private readonly TreeRun _run;
    private readonly TreeDescent _source;
    private readonly TreeDescent _target;
    private readonly DirectoryListing _listing = new();
    private readonly TreeRemoval _removal;

    private TreeDeletion(TreeRun run)
    {
        _run = run;

        // Where entries may be kept, each directory must list what is removed; otherwise one line covers all of it.
        _removal = new TreeRemoval(
            (directory, name, kind) =>
                IsKept(run.Options, directory, name, kind) || IsSource(new(directory, name), kind),
            ListsEach(run.Options) ? Report : null,
            isDry: false,
            run.Stop);
        _source = new TreeDescent(run.Source, run.SourceStatus);
        _target = new TreeDescent(run.Target, run.TargetStatus);
    }

    /// <summary>Removes, or reports why nothing is removed.</summary>
    internal static void Run(TreeRun run)
    {
        if (run.Reporter.Result().Outcome != CopyOutcome.Done)
        {
            run.Reporter.Noticed(NotEverythingCopied(run.Target.Path));
            return;
        }

        using var deletion = new TreeDeletion(run);
        new TreeWalker(deletion, deletion._target, deletion._source, run.Stop).Run();
    }

    /// <summary>The problem that prevents all removal.</summary>
    internal static CopyProblem NotEverythingCopied(FilePath target) => new(
        CopyProblemKind.Skipped,
        target,
        $"nothing is removed from {target.Display}, because not everything could be copied");

    /// <summary>True if each entry below a removed directory is listed, rather than the directory alone.</summary>
    internal static bool ListsEach(TreeCopyOptions options) => options.Filter is not null;

    /// <summary>True if an entry stays because the user excluded it or an unfinished copy may still need it.</summary>
    internal static bool IsKept(TreeCopyOptions options, OpenDirectory target, FilePath name, FileKind kind) =>
        (kind != FileKind.Directory && TemporaryFiles.IsOurs(new DirectoryEntry(target, name)))
        || options.Filter?.Invoke(target.PathBelowRootOf(name), kind) == false;

    public void Dispose()
    {
        _source.Dispose();
        _target.Dispose();
    }

    /// <inheritdoc/>
    public bool Enter(FilePath name)
    {
        FilePath path = _target.Current.PathOf(name);
        NativeError error = _source.Enter(name);
        error = error.IsError ? error : _target.Enter(name);
        if (error.IsError)
        {
            Fail(path, error);
            return false;
        }

        if (Entries.IsOtherFileSystem(_target.Status, _run.TargetStatus)
            || (!_run.Options.CrossMounts && Entries.IsOtherFileSystem(_source.Status, _run.SourceStatus)))
        {
            return false;
        }

        if (_run.Recent.IsPair(_source.Status, _target.Status))
        {
            return true;
        }

        // Entries missing from the new source may not have been missing from the copied one.
        FilePath source = _source.Current.Path;
        _run.Reporter.Noticed(new CopyProblem(
            CopyProblemKind.SourceChanged, source, $"{source.Display} or its copy was replaced after it was copied; nothing was removed from {path.Display}"));
        return false;
    }

    /// <inheritdoc/>
    public void Visit(NameQueue below)
    {
        var surplus = new NameQueue();
        OpenDirectory target = _target.Current;
        NativeError error = _listing.ForEachEntry(target, (name, kind) =>
        {
            if (IsKept(_run.Options, target, name, kind))
            {
                return true;
            }

            FileStatus? source = FindSource(name);
            if (source is null && !IsSource(new DirectoryEntry(target, name), kind))
            {
                surplus.Enqueue(name);
            }
            else if (kind == FileKind.Directory && source?.Kind == FileKind.Directory)
            {
                below.Enqueue(name);
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
            // The removal changed the time that the directory had from its source.
            FileStatus source = _source.Status;
            NativeResult set = NativePlatform.Trees.SetTimes(target.Handle, source.Accessed, source.Modified);
            FileMetadata.Report(set.Error, "times", new DirectoryEntry(target, FilePath.FromBytes("."u8)), _run.Preservation);
            if (_run.FlushesEach(_target.Status.Device))
            {
                TargetFlush.Flush(target.Handle, target.Path, _run.Reporter);
            }
        }
    }

    private bool IsSource(DirectoryEntry entry, FileKind kind)
    {
        if (kind != FileKind.Directory || !_run.Separation.IsSource(entry))
        {
            return false;
        }

        _run.Reporter.Noticed(SourceStays(entry.Path));
        return true;
    }

    /// <summary>The problem of a surplus directory that is the source.</summary>
    internal static CopyProblem SourceStays(FilePath path) => new(
        CopyProblemKind.Refused,
        path,
        $"{path.Display} is not removed: it is the source under another name, or that could not be excluded");

    /// <summary>The problem of a surplus directory in which something stays that was not excluded.</summary>
    internal static CopyProblem PartlyStays(FilePath path) => new(
        CopyProblemKind.Skipped, path, $"{path.Display} stays, for what an unfinished copy left in it");

    private FileStatus? FindSource(FilePath name)
    {
        try
        {
            return Entries.Find(new DirectoryEntry(_source.Current, name));
        }
        catch (NativeIOException)
        {
            // Not known to be missing, so it stays.
            return _run.SourceStatus;
        }
    }

    private void RemoveEntry(FilePath name)
    {
        OpenDirectory directory = _target.Current;
        NativeError error = _removal.Remove(directory, name, _target.Status, out bool stays);
        FilePath path = directory.PathOf(name);
        if (error.IsError)
        {
            _run.Failed(CopyProblems.Of("remove", path, error), directory.PathBelowRootOf(name));
        }
        else if (ListsEach(_run.Options) || _run.Stop.IsCancellationRequested)
        {
            return;
        }
        else if (stays)
        {
            _run.Reporter.Noticed(PartlyStays(path));
        }
        else
        {
            Report(directory, name);
        }
    }

    private void Report(OpenDirectory directory, FilePath name) =>
        _run.Reporter.Happened(new CopyEvent(CopyAction.Removed, directory.PathBelowRootOf(name), 0));

    private void Fail(FilePath path, NativeError error) =>
        _run.Reporter.Noticed(CopyProblems.Of("look for surplus entries in", path, error));
}
