using Landspeed.Platform;

namespace Landspeed.Files.Trees;

/// <summary>Removes one entry with everything below it, of any depth, or only reports what it would remove.</summary>
/// <remarks>
/// Works through descriptors, follows no symbolic link, and leaves mounted directories alone. For use by one thread,
/// one entry at a time.
/// </remarks>
/// <param name="isKept">Returns whether an entry stays, with its parent directories; null if none does.</param>
/// <param name="removed">Called for each removed entry in the order of removal; null if not needed.</param>
/// <param name="isDry">True if nothing is to be changed.</param>
/// <param name="stop">Stops the work; what has been removed stays removed.</param>
internal sealed class TreeRemoval(
    Func<OpenDirectory, FilePath, FileKind, bool>? isKept,
    Action<OpenDirectory, FilePath>? removed,
    bool isDry,
    CancellationToken stop) : ITreeVisitor
{
    private readonly DirectoryListing _listing = new();

    // For each directory on the path from the entry: whether it stays because of its content.
    private readonly List<bool> _stays = [];
    private TreeDescent? _descent;
    private FileStatus _above;
    private NativeError _firstError;

    /// <summary>Removes the entry.</summary>
    /// <param name="directory">Its directory.</param>
    /// <param name="name">Its name.</param>
    /// <param name="status">Status of its directory.</param>
    /// <param name="stays">
    /// True if it still exists: something below it is kept or could not be removed, or the work was stopped.
    /// </param>
    /// <returns>None, or why the first remaining entry could not be removed.</returns>
    internal NativeError Remove(OpenDirectory directory, FilePath name, in FileStatus status, out bool stays)
    {
        NativeError error = RemoveName(directory, name);
        stays = error.IsError;

        // Linux returns "is a directory" or "not permitted" here, POSIX permits both.
        if (error.Kind is not (NativeErrorKind.IsDirectory or NativeErrorKind.NotPermitted))
        {
            return error;
        }

        using var descent = new TreeDescent(directory, status);
        NativeError entered = descent.Enter(name);
        if (entered.IsError)
        {
            return error.Kind == NativeErrorKind.IsDirectory ? entered : error;
        }

        if (Entries.IsOtherFileSystem(descent.Status, status))
        {
            return NativeError.Of(NativeErrorKind.Busy);
        }

        (_descent, _above, _firstError) = (descent, status, NativeError.None);
        _stays.Clear();
        _stays.Add(false);
        new TreeWalker(this, descent, null, stop).Run(name);
        stays = _stays[0];
        return _firstError;
    }

    /// <inheritdoc/>
    public bool Enter(FilePath name)
    {
        NativeError error = _descent!.Enter(name);
        error = !error.IsError && Entries.IsOtherFileSystem(_descent.Status, _above)
            ? NativeError.Of(NativeErrorKind.Busy) : error;
        Note(error);
        return !error.IsError;
    }

    /// <inheritdoc/>
    public void Visit(NameQueue below)
    {
        _stays.Add(false);
        OpenDirectory directory = _descent!.Current;
        var names = new NameQueue();
        Note(_listing.ForEachEntry(directory, (name, kind) =>
        {
            if (isKept?.Invoke(directory, name, kind) == true)
            {
                _stays[^1] = true;
            }
            else
            {
                (kind == FileKind.Directory ? below : names).Enqueue(name);
            }

            return true;
        }));

        // Removed only now: names that vanish while a directory is read may hide others from the reader.
        while (names.TryDequeue() is { } name)
        {
            Note(RemoveName(directory, name));
        }
    }

    /// <inheritdoc/>
    public void Left(FilePath name, in FileStatus status)
    {
        if (!_stays[^1] && !stop.IsCancellationRequested)
        {
            Note(RemoveDirectory(_descent!.Current, name, status));
        }

        bool stays = _stays[^1] || stop.IsCancellationRequested;
        _stays.RemoveAt(_stays.Count - 1);
        _stays[^1] |= stays;
    }

    /// <inheritdoc/>
    public bool Lost(TreeDescent side, NativeError error, bool isFirst)
    {
        Note(error);
        _stays[0] = true;
        return false;
    }

    private NativeError RemoveName(OpenDirectory directory, FilePath name)
    {
        ITreeCalls calls = NativePlatform.Trees;
        if (!isDry)
        {
            return Gone(directory, name, calls.Remove(directory.Handle, name).Error);
        }

        NativeError error = calls.Status(directory.Handle, name, out FileStatus status).Error;
        return !error.IsError && status.Kind == FileKind.Directory
            ? NativeError.Of(NativeErrorKind.IsDirectory)
            : Gone(directory, name, error);
    }

    // What another process has removed is gone as well, but not removed by us.
    private NativeError Gone(OpenDirectory directory, FilePath name, NativeError error)
    {
        if (!error.IsError)
        {
            removed?.Invoke(directory, name);
        }

        return error.Kind == NativeErrorKind.NotFound ? NativeError.None : error;
    }

    // The name may now belong to another directory: only the one that was emptied is removed.
    private NativeError RemoveDirectory(OpenDirectory directory, FilePath name, in FileStatus left)
    {
        ITreeCalls calls = NativePlatform.Trees;
        NativeResult asked = calls.Status(directory.Handle, name, out FileStatus now);
        if (asked.Failed)
        {
            return asked.Error.Kind == NativeErrorKind.NotFound ? NativeError.None : asked.Error;
        }

        return Entries.IsSame(now, left)
            ? Gone(directory, name, isDry ? NativeError.None : calls.RemoveDirectory(directory.Handle, name).Error)
            : NativeError.Of(NativeErrorKind.Busy);
    }

    private void Note(NativeError error)
    {
        _stays[^1] |= error.IsError;
        _firstError = _firstError.IsError ? _firstError : error;
    }
}
