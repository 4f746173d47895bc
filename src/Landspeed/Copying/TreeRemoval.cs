using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>Removes one entry with everything below it, of any depth; or only tells what it would remove.</summary>
/// <remarks>
/// Goes by descriptors, follows no symbolic link, and leaves mounted directories alone. For one thread, one entry at a time.
/// </remarks>
/// <param name="isKept">Tells what stays, with the directories above it.</param>
/// <param name="told">Called for each entry that goes, in the order in which they go; null: nobody listens.</param>
/// <param name="isDry">Whether nothing is to be touched.</param>
/// <param name="stop">Ends the work; what is gone then is gone.</param>
internal sealed class TreeRemoval(
    Func<OpenDirectory, FilePath, FileKind, bool> isKept,
    Action<OpenDirectory, FilePath>? told,
    bool isDry,
    CancellationToken stop)
{
    private readonly DirectoryListing _listing = new();
    private readonly Stack<Level> _levels = new();
    private NativeError _firstError;

    /// <summary>Removes it.</summary>
    /// <param name="directory">Its directory.</param>
    /// <param name="name">Its name.</param>
    /// <param name="status">What its directory is.</param>
    /// <param name="stays">Whether it is still there: something is kept below it, did not go, or the work was stopped.</param>
    /// <returns>None; or why something did not go, of the first entry.</returns>
    internal NativeError Remove(OpenDirectory directory, FilePath name, in FileStatus status, out bool stays)
    {
        NativeError error = RemoveName(directory, name);
        stays = error.IsError;

        // Linux answers "is a directory" or "not permitted" here, POSIX has both.
        if (error.Kind is not (NativeErrorKind.IsDirectory or NativeErrorKind.NotPermitted))
        {
            return error;
        }

        using var way = new TreeDescent(directory, status);
        NativeError entered = way.Enter(name);
        if (entered.IsError)
        {
            return error.Kind == NativeErrorKind.IsDirectory ? entered : error;
        }

        if (Entries.IsOtherFileSystem(way.Status, status))
        {
            return NativeError.Of(NativeErrorKind.Busy);
        }

        _firstError = NativeError.None;
        _levels.Clear();
        stays = RemoveBelow(way, name, status);
        return _firstError;
    }

    // Whether the first directory is still there.
    private bool RemoveBelow(TreeDescent way, FilePath first, in FileStatus root)
    {
        EnterLevel(way.Current, first);
        while (true)
        {
            Level level = _levels.Peek();
            if (!stop.IsCancellationRequested && level.Below.TryDequeue() is { } name)
            {
                Descend(way, name, root);
                continue;
            }

            _levels.Pop();
            FileStatus left = way.Status;
            NativeError back = way.Leave();
            if (back.IsError)
            {
                Note(back, level);
                return true;
            }

            if (!level.Stays && !stop.IsCancellationRequested)
            {
                Note(RemoveDirectory(way.Current, level.Name, left), level);
            }

            bool stays = level.Stays || stop.IsCancellationRequested;
            if (!_levels.TryPeek(out Level? above))
            {
                return stays;
            }

            above.Stays |= stays;
        }
    }

    private void Descend(TreeDescent way, FilePath name, in FileStatus root)
    {
        NativeError error = way.Enter(name);
        if (!error.IsError && Entries.IsOtherFileSystem(way.Status, root))
        {
            way.Leave();
            error = NativeError.Of(NativeErrorKind.Busy);
        }

        if (error.IsError)
        {
            Note(error, _levels.Peek());
        }
        else
        {
            EnterLevel(way.Current, name);
        }
    }

    private void EnterLevel(OpenDirectory directory, FilePath directoryName)
    {
        var level = new Level(directoryName);
        _levels.Push(level);
        var names = new NameQueue();
        NativeError listed = _listing.ForEach(directory, (bytes, kindTold) =>
        {
            FilePath name = FilePath.FromBytes(bytes);
            FileKind kind = DirectoryListing.KindOf(directory, name, kindTold);
            if (isKept(directory, name, kind))
            {
                level.Stays = true;
            }
            else
            {
                (kind == FileKind.Directory ? level.Below : names).Enqueue(bytes);
            }

            return true;
        });
        Note(listed, level);

        // Removed only now: names that vanish while a directory is read may hide others from the reader.
        while (names.TryDequeue() is { } name)
        {
            Note(RemoveName(directory, name), level);
        }
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

    // What somebody else has removed meanwhile is gone as well, and not by us.
    private NativeError Gone(OpenDirectory directory, FilePath name, NativeError error)
    {
        if (!error.IsError)
        {
            told?.Invoke(directory, name);
        }

        return error.Kind == NativeErrorKind.NotFound ? NativeError.None : error;
    }

    // The name may stand for another directory now: only the one that was emptied goes.
    private NativeError RemoveDirectory(OpenDirectory directory, FilePath name, in FileStatus left)
    {
        ITreeCalls calls = NativePlatform.Trees;
        NativeResult asked = calls.Status(directory.Handle, name, out FileStatus now);
        if (asked.Failed)
        {
            return asked.Error.Kind == NativeErrorKind.NotFound ? NativeError.None : asked.Error;
        }

        if (!Entries.IsSame(now, left))
        {
            return NativeError.Of(NativeErrorKind.Busy);
        }

        return Gone(directory, name, isDry ? NativeError.None : calls.RemoveDirectory(directory.Handle, name).Error);
    }

    private void Note(NativeError error, Level level)
    {
        level.Stays |= error.IsError;
        _firstError = _firstError.IsError ? _firstError : error;
    }

    private sealed class Level(FilePath name)
    {
        internal FilePath Name { get; } = name;

        internal NameQueue Below { get; } = new();

        internal bool Stays { get; set; }
    }
}
