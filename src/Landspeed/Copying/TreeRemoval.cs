using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>Removes one entry with everything below it, of any depth.</summary>
/// <remarks>Goes by descriptors, follows no symbolic link, and leaves mounted directories alone.</remarks>
internal static class TreeRemoval
{
    /// <summary>Removes it.</summary>
    /// <param name="directory">Its directory.</param>
    /// <param name="name">Its name.</param>
    /// <param name="status">What its directory is.</param>
    /// <param name="isKept">Tells what stays, with the directories above it.</param>
    /// <param name="stop">Ends the work; what is gone then is gone.</param>
    /// <returns>None when it is gone, or was; else why not, of the first entry that stayed.</returns>
    internal static NativeError Remove(
        OpenDirectory directory,
        FilePath name,
        in FileStatus status,
        Func<OpenDirectory, FilePath, FileKind, bool> isKept,
        CancellationToken stop)
    {
        ITreeCalls calls = NativePlatform.Trees;
        NativeError error = calls.Remove(directory.Handle, name).Error;
        if (error.Kind is NativeErrorKind.None or NativeErrorKind.NotFound)
        {
            return NativeError.None;
        }

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

        if (way.Status.Device != status.Device || way.Status.MountId != status.MountId)
        {
            return NativeError.Of(NativeErrorKind.Busy);
        }

        return RemoveBelow(way, name, status, isKept, stop);
    }

    private static NativeError RemoveBelow(
        TreeDescent way,
        FilePath first,
        in FileStatus root,
        Func<OpenDirectory, FilePath, FileKind, bool> isKept,
        CancellationToken stop)
    {
        ITreeCalls calls = NativePlatform.Trees;
        var listing = new DirectoryListing();
        NativeError firstError = NativeError.None;
        Stack<(FilePath Name, NameQueue Below)> levels = new();
        levels.Push((first, RemoveEntries(way.Current, listing, isKept, ref firstError)));
        while (levels.TryPeek(out (FilePath Name, NameQueue Below) level))
        {
            if (!stop.IsCancellationRequested && level.Below.TryDequeue() is { } name)
            {
                NativeError error = way.Enter(name);
                if (!error.IsError && (way.Status.Device != root.Device || way.Status.MountId != root.MountId))
                {
                    way.Leave();
                    error = NativeError.Of(NativeErrorKind.Busy);
                }

                if (error.IsError)
                {
                    firstError = firstError.IsError ? firstError : error;
                    continue;
                }

                levels.Push((name, RemoveEntries(way.Current, listing, isKept, ref firstError)));
                continue;
            }

            levels.Pop();
            FileStatus left = way.Status;
            NativeError back = way.Leave();
            if (back.IsError)
            {
                return firstError.IsError ? firstError : back;
            }

            NativeError removed = RemoveDirectory(way.Current, level.Name, left, calls);
            firstError = firstError.IsError ? firstError : removed;
        }

        return firstError;
    }

    // The name may stand for another directory now: only the one that was emptied goes.
    private static NativeError RemoveDirectory(OpenDirectory directory, FilePath name, in FileStatus left, ITreeCalls calls)
    {
        NativeResult asked = calls.Status(directory.Handle, name, out FileStatus now);
        if (asked.Failed)
        {
            return asked.Error.Kind == NativeErrorKind.NotFound ? NativeError.None : asked.Error;
        }

        return Entries.IsSame(now, left)
            ? calls.RemoveDirectory(directory.Handle, name).Error
            : NativeError.Of(NativeErrorKind.Busy);
    }

    private static NameQueue RemoveEntries(
        OpenDirectory directory,
        DirectoryListing listing,
        Func<OpenDirectory, FilePath, FileKind, bool> isKept,
        ref NativeError firstError)
    {
        var below = new NameQueue();
        var names = new NameQueue();
        NativeError error = listing.ForEach(directory, (bytes, told) =>
        {
            FilePath name = FilePath.FromBytes(bytes);
            FileKind kind = DirectoryListing.KindOf(directory, name, told);
            if (!isKept(directory, name, kind))
            {
                (kind == FileKind.Directory ? below : names).Enqueue(bytes);
            }

            return true;
        });

        // Removed only now: names that vanish while a directory is read may hide others from the reader.
        while (names.TryDequeue() is { } name)
        {
            NativeError removed = NativePlatform.Trees.Remove(directory.Handle, name).Error;
            error = error.IsError || removed.Kind == NativeErrorKind.NotFound ? error : removed;
        }

        firstError = firstError.IsError ? firstError : error;
        return below;
    }
}
