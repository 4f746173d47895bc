using Landspeed.Files.Trees;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Walking;

/// <summary>Opens both roots once, and refuses to copy a tree onto itself, before anything is changed.</summary>
internal sealed class TreeRoots : IDisposable
{
    private bool _isLocked;

    private TreeRoots(OpenDirectory source, FileStatus sourceStatus)
    {
        (Source, SourceStatus) = (source, sourceStatus);
    }

    internal OpenDirectory Source { get; }

    internal FileStatus SourceStatus { get; }

    /// <summary>The target; null in a dry run if it does not exist.</summary>
    internal OpenDirectory? Target { get; private set; }

    internal FileStatus TargetStatus { get; private set; }

    /// <summary>True if the target was created now.</summary>
    internal bool IsNew { get; private set; }

    /// <summary>Opens the source, opens or creates the target, and locks it against a second run.</summary>
    /// <param name="source">An existing directory.</param>
    /// <param name="target">A directory, or an unused name in one.</param>
    /// <param name="dryRun">True if nothing is to be created or locked.</param>
    /// <exception cref="CopyException">The copy was refused or is impossible; nothing was touched.</exception>
    internal static TreeRoots Open(FilePath source, FilePath target, bool dryRun)
    {
        OpenDirectory from = OpenRoot(source);
        try
        {
            var roots = new TreeRoots(from, StatusOf(from));
            try
            {
                roots.OpenTarget(target, dryRun);
                return roots;
            }
            catch
            {
                roots.Target?.Dispose();
                throw;
            }
        }
        catch
        {
            from.Dispose();
            throw;
        }
    }

    /// <summary>Opens roots whose target another rank has opened, created and locked.</summary>
    /// <param name="source">An existing directory.</param>
    /// <param name="target">An existing directory.</param>
    /// <param name="isNew">True if that rank created it.</param>
    /// <exception cref="CopyException">They cannot be opened.</exception>
    internal static TreeRoots Join(FilePath source, FilePath target, bool isNew)
    {
        OpenDirectory from = OpenRoot(source);
        try
        {
            var roots = new TreeRoots(from, StatusOf(from)) { IsNew = isNew };
            roots.Target = OpenRoot(target);
            roots.TargetStatus = StatusOf(roots.Target);
            return roots;
        }
        catch
        {
            from.Dispose();
            throw;
        }
    }

    public void Dispose()
    {
        Source.Dispose();
        if (_isLocked)
        {
            // A child process started at this moment has a copy of the descriptor until it executes its program: the
            // lock must not last that long.
            NativePlatform.Files.Unlock(Target!.Handle);
        }

        Target?.Dispose();
    }

    private void OpenTarget(FilePath target, bool dryRun)
    {
        if (target.Name.Bytes is [(byte)'.'] or [(byte)'.', (byte)'.'] or [(byte)'/']
            || (target.IsOfDirectory && NativePlatform.Files.StatusOf(target, out _).Succeeded))
        {
            Target = OpenRoot(target);
            CheckAndLock(target, dryRun);
            return;
        }

        using OpenDirectory parent = Guarded(() => OpenDirectory.Holding(target.Parent), target.Parent);
        var entry = new DirectoryEntry(parent, target.Name);
        FileStatus? present = Guarded(() => Entries.Find(entry), target);
        if (present is null)
        {
            RefuseInside(parent, SourceStatus, target, $"{target.Display} would lie inside the source {Source.Path.Display}");
            if (dryRun)
            {
                return;
            }

            NativeResult made = NativePlatform.Trees.CreateDirectory(parent.Handle, target.Name, FilePermissions.OwnDirectory);
            IsNew = made.Succeeded ? true : throw Failure("make the directory", target, made.Error);
        }
        else if (present.Value.Kind != FileKind.Directory)
        {
            throw Refusal(target, present.Value.Kind == FileKind.SymbolicLink
                ? $"{target.Display} is a symbolic link: name the directory that it leads to, or {target.Display}/"
                : $"{target.Display} exists and is not a directory");
        }

        SafeFileHandle handle = Guarded(() => Entries.Open(entry, EntryOpening.Directory), target);
        Target = OpenDirectory.Root(target, handle);
        CheckAndLock(target, dryRun);
    }

    private void CheckAndLock(FilePath target, bool dryRun)
    {
        TargetStatus = StatusOf(Target!);
        if (Entries.IsSame(SourceStatus, TargetStatus))
        {
            throw Refusal(target, $"{target.Display} is the source {Source.Path.Display} itself");
        }

        RefuseInside(Target!, SourceStatus, target, $"{target.Display} lies inside the source {Source.Path.Display}");
        RefuseInside(Source, TargetStatus, target, $"the source {Source.Path.Display} lies inside {target.Display}");
        if (dryRun)
        {
            return;
        }

        NativeError error = NativePlatform.Files.TryLock(Target!.Handle, FileLockKind.Exclusive).Error;
        if (error.Kind == NativeErrorKind.WouldBlock)
        {
            throw Refusal(target, $"another copy into {target.Display} is running");
        }

        _isLocked = !error.IsError;
    }

    // By device and inode, so that another path to the same directory, a bind mount for example, does not hide it.
    private static void RefuseInside(OpenDirectory start, in FileStatus forbidden, FilePath target, string message)
    {
        // Above a directory that may not be searched nothing is known; the walk itself never enters the other root.
        foreach (OpenDirectory directory in start.WithThoseAbove())
        {
            if (Entries.IsSame(StatusOf(directory), forbidden))
            {
                throw Refusal(target, message);
            }
        }
    }

    private static OpenDirectory OpenRoot(FilePath path) => Guarded(() => OpenDirectory.Root(path), path);

    private static FileStatus StatusOf(OpenDirectory directory)
    {
        NativeResult asked = NativePlatform.Files.Status(directory.Handle, out FileStatus status);
        return asked.Succeeded ? status : throw Failure("ask about", directory.Path, asked.Error);
    }

    private static T Guarded<T>(Func<T> call, FilePath path)
    {
        try
        {
            return call();
        }
        catch (NativeIOException failure)
        {
            throw new CopyException(CopyOutcome.Failed, CopyProblems.Of(failure, path), failure);
        }
    }

    private static CopyException Failure(string operation, FilePath path, NativeError error)
    {
        var failure = new NativeIOException(operation, path, error);
        CopyProblem problem = CopyProblems.Of(failure, path);
        return new CopyException(CopyProblems.OutcomeOf(problem.Kind), problem, failure);
    }

    private static CopyException Refusal(FilePath path, string message) =>
        new(CopyOutcome.Refused, new CopyProblem(CopyProblemKind.Refused, path, message));
}
