using Landspeed.Files.Trees;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files.Unpublished;

/// <summary>Creating the file, or taking over that of an interrupted run.</summary>
internal sealed partial class UnpublishedFile
{
    private const int LockAttempts = 50;
    private static readonly TimeSpan s_betweenLockAttempts = TimeSpan.FromMilliseconds(20);

    /// <summary>Creates a file that no later run looks for: new, empty, neither marked nor locked.</summary>
    /// <param name="final">The name to give it.</param>
    /// <param name="name">The temporary name, see <see cref="TemporaryNames.OfRun"/>.</param>
    /// <param name="permissions">The permission bits; the umask applies. By default only the owner has access.</param>
    /// <exception cref="NativeIOException">
    /// It cannot be created; already-exists if the temporary name is taken.
    /// </exception>
    internal static UnpublishedFile Create(DirectoryEntry final, FilePath name, int permissions = OwnerOnly)
    {
        if (final.Directory.IsAppendOnly && CreateUnnamed(final, name, permissions) is { } nameless)
        {
            nameless._isNameless = true;
            return nameless;
        }

        SafeFileHandle? handle = null;
        NativeResult made = Interruptions.Retry(() => NativePlatform.Trees.Open(
            final.Directory.Handle, name, EntryOpening.CreateNew, permissions, out handle));
        return made.Succeeded
            ? new UnpublishedFile(final, name, handle!)
            : throw new NativeIOException(
                "create", final.Directory.PathOf(name), made.Error, hint: RefusedNames.Hint(made.Error, name));
    }

    /// <summary>
    /// Creates a file with a mark by which a later run recognises it: locked and marked before it has its name, if the
    /// file system permits that.
    /// </summary>
    /// <param name="final">The name to give it.</param>
    /// <param name="name">The temporary name.</param>
    /// <param name="mark">The mark of its purpose.</param>
    /// <param name="permissions">The permission bits; the umask applies.</param>
    /// <param name="holding">
    /// The lock until it is published; a shared one also keeps others from taking it over, and lets those read it who
    /// find it under its final name at once.
    /// </param>
    /// <exception cref="NativeIOException">
    /// It cannot be created or marked; already-exists if the temporary name is taken.
    /// </exception>
    /// <exception cref="PartRefusedException">Another process took it over as soon as it had its name.</exception>
    internal static UnpublishedFile Create(
        DirectoryEntry final,
        FilePath name,
        FileMark mark,
        int permissions = OwnerOnly,
        FileLockKind holding = FileLockKind.Exclusive)
    {
        if (CreateUnnamed(final, name, permissions) is { } unnamed)
        {
            unnamed.LockAndMark(mark, holding);
            if (final.Directory.IsAppendOnly)
            {
                unnamed._isNameless = true;
                return unnamed;
            }

            NativeResult linked = Interruptions.Retry(
                () => NativePlatform.Trees.LinkUnnamed(unnamed.Handle, final.Directory.Handle, name));
            if (linked.Succeeded)
            {
                return unnamed;
            }

            unnamed.RemoveSidecar();
            unnamed.Release();
            if (linked.Error.Kind == NativeErrorKind.AlreadyExists)
            {
                throw new NativeIOException("create", unnamed.Path, linked.Error);
            }
        }

        return CreateClaimed(final, name, mark, permissions, holding);
    }

    /// <summary>Takes over the file of an interrupted run.</summary>
    /// <param name="final">The name to give it.</param>
    /// <param name="name">The temporary name.</param>
    /// <param name="mark">The mark of its purpose.</param>
    /// <returns>
    /// The file, open for reading and writing and locked, or null if the temporary name does not exist.
    /// </returns>
    /// <exception cref="PartRefusedException">
    /// The file with the name is not ours, or is in use; it is left as it is.
    /// </exception>
    /// <exception cref="NativeIOException">It cannot be opened.</exception>
    internal static UnpublishedFile? TakeOver(DirectoryEntry final, FilePath name, FileMark mark) =>
        TakeOver(final, name, mark, LockAttempts);

    private static UnpublishedFile? TakeOver(DirectoryEntry final, FilePath name, FileMark mark, int lockAttempts)
    {
        DirectoryEntry entry = final with { Name = name };
        if (Entries.Find(entry) is not { } found)
        {
            return null;
        }

        if (found.Kind != FileKind.Regular)
        {
            throw new PartRefusedException(entry.Path, PartRefusal.NotRegular, found.Kind);
        }

        var file = new UnpublishedFile(final, name, OpenLeft(final, name, mark));
        try
        {
            if (!file.TryLock(mostAttempts: lockAttempts))
            {
                throw new PartRefusedException(entry.Path, PartRefusal.InUse, FileKind.Regular);
            }

            // After locking, when no other run can give the file its name any more: only the file that has the name
            // counts.
            FileStatus status = Entries.Status(file.Handle, entry);
            (file._identity, file._mark) = (FileIdentity.Of(status), mark);
            if (file.ReasonToRefuse(status) is { } reason)
            {
                throw new PartRefusedException(entry.Path, reason, status.Kind) { Purpose = FileMark.PurposeOf(file.Handle) };
            }

            if (NameClaim.IsOn(final.Directory, name))
            {
                mark.Set(file.Handle, file.Path, file.Identity);
                NameClaim.End(final.Directory, name);
            }

            return file;
        }
        catch
        {
            file.Release();
            throw;
        }
    }

    /// <summary>
    /// Opens the file that another process, or another part of this one, has created and holds, only to write into it.
    /// </summary>
    /// <param name="final">The name to give it.</param>
    /// <param name="name">The temporary name.</param>
    /// <param name="inode">Its inode.</param>
    /// <param name="born">Its creation time, if the file system keeps it.</param>
    /// <returns>The file, open for reading and writing, not locked; whatever is done with it, it keeps its name.</returns>
    /// <exception cref="PartRefusedException">Another file has the name.</exception>
    /// <exception cref="NativeIOException">It cannot be opened.</exception>
    internal static UnpublishedFile Join(DirectoryEntry final, FilePath name, ulong inode, FileTime? born)
    {
        DirectoryEntry entry = final with { Name = name };
        var file = new UnpublishedFile(final, name, Entries.Open(entry, EntryOpening.ReadWrite));
        try
        {
            file.Keep();
            FileStatus status = Entries.Status(file.Handle, entry);
            return status.Kind == FileKind.Regular && status.Inode == inode && status.Born == born
                ? file : throw new PartRefusedException(entry.Path, PartRefusal.Replaced, status.Kind);
        }
        catch
        {
            file.Release();
            throw;
        }
    }

    /// <summary>
    /// Removes a file's leftovers of killed runs under temporary names with their numbers, which no later run takes
    /// over.
    /// </summary>
    /// <param name="final">The file's final name.</param>
    /// <param name="mark">The mark of its purpose; files without it, or in use, stay.</param>
    internal static void RemoveLeft(DirectoryEntry final, FileMark mark)
    {
        List<FilePath> left = [];
        _ = new DirectoryListing().ForEach(final.Directory, (bytes, _) =>
        {
            if (TemporaryNames.RunOf(bytes) is not null)
            {
                left.Add(FilePath.FromBytes(bytes));
            }

            return true;
        });
        foreach (FilePath name in left.Where(name => TemporaryNames.IsOfRun(name, final.Name)))
        {
            try
            {
                TakeOver(final, name, mark, lockAttempts: 1)?.Remove();
            }
            catch (IOException)
            {
                // Not ours, or in use: it is harmless.
            }
        }
    }

    private static SafeFileHandle OpenLeft(DirectoryEntry final, FilePath name, FileMark mark)
    {
        DirectoryEntry entry = final with { Name = name };
        NativeError error = Entries.TryOpen(entry, EntryOpening.ReadWrite, out SafeFileHandle? handle);
        if (error.Kind == NativeErrorKind.AccessDenied && TryMakeWritable(final, name, mark))
        {
            error = Entries.TryOpen(entry, EntryOpening.ReadWrite, out handle);
        }

        return error.IsError ? throw new NativeIOException("open", entry.Path, error) : handle!;
    }

    // It may already have the permissions of its source, which do not allow its owner to write. The owner may again,
    // once it proves to be ours. After locking, because a running copy would otherwise publish it with permissions
    // other than its source's.
    private static bool TryMakeWritable(DirectoryEntry final, FilePath name, FileMark mark)
    {
        DirectoryEntry entry = final with { Name = name };
        if (Entries.TryOpen(entry, EntryOpening.Read, out SafeFileHandle? handle).IsError)
        {
            return false;
        }

        var left = new UnpublishedFile(final, name, handle!);
        try
        {
            if (!left.TryLock())
            {
                throw new PartRefusedException(entry.Path, PartRefusal.InUse, FileKind.Regular);
            }

            FileStatus status = Entries.Status(left.Handle, entry);
            (left._identity, left._mark) = (FileIdentity.Of(status), mark);
            return left._isLocked && left.ReasonToRefuse(status) is null
                && NativePlatform.Trees.SetPermissions(left.Handle, status.Permissions | FilePermissions.OwnerWrite).Succeeded;
        }
        finally
        {
            left.Release();
        }
    }

    // Its name alone proves nothing.
    private PartRefusal? ReasonToRefuse(in FileStatus status) =>
        status.Kind != FileKind.Regular ? PartRefusal.NotRegular
        : !HasItsName ? PartRefusal.Replaced
        : !_mark!.IsOn(Handle, Path, _identity!.Value) && !IsClaimed(status) ? PartRefusal.NotOurs
        : status.LinkCount != 1 ? PartRefusal.OtherName
        : null;

    // Its creator was killed before it had its mark.
    private bool IsClaimed(in FileStatus status) => status.Length == 0 && NameClaim.IsOn(_final.Directory, Name);

    private static UnpublishedFile CreateClaimed(
        DirectoryEntry final, FilePath name, FileMark mark, int permissions, FileLockKind holding)
    {
        bool isClaimed = NameClaim.TryMake(final.Directory, name, out bool isMine);
        UnpublishedFile named;
        try
        {
            named = Create(final, name, permissions);
            named.LockAndMark(mark, holding);

            // Until it was locked, another process could take it for the leftover of a killed one.
            if (!named.HasItsName)
            {
                named.Release();
                throw new PartRefusedException(named.Path, PartRefusal.InUse, FileKind.Regular);
            }
        }
        catch when (isMine)
        {
            NativePlatform.Trees.Remove(final.Directory.Handle, TemporaryNames.OfNameClaim(name));
            throw;
        }

        try
        {
            if (isClaimed)
            {
                NameClaim.End(final.Directory, name);
            }

            return named;
        }
        catch
        {
            named.Remove();
            NativePlatform.Trees.Remove(final.Directory.Handle, TemporaryNames.OfNameClaim(name));
            throw;
        }
    }

    // Any refusal here occurs again, and is reported, when the file is created under its name.
    private static UnpublishedFile? CreateUnnamed(DirectoryEntry final, FilePath name, int permissions)
    {
        SafeFileHandle? handle = null;
        NativeResult made = Interruptions.Retry(() => NativePlatform.Trees.Open(
            final.Directory.Handle, FilePath.FromBytes("."u8), EntryOpening.CreateUnnamed, permissions, out handle));
        return made.Succeeded ? new UnpublishedFile(final, name, handle!) : null;
    }

    private void LockAndMark(FileMark mark, FileLockKind holding)
    {
        try
        {
            if (!TryLock(holding))
            {
                throw new PartRefusedException(Path, PartRefusal.InUse, FileKind.Regular);
            }

            FileIdentity identity = FileIdentity.Of(Entries.Status(Handle, _final with { Name = Name }));
            _identity = identity;
            mark.Set(Handle, Path, identity);
            _mark = mark;
        }
        catch
        {
            Remove();
            throw;
        }
    }

    // The kernel takes a killed process's ring apart later, and until then the ring holds file and lock.
    private bool TryLock(FileLockKind kind = FileLockKind.Exclusive, int mostAttempts = LockAttempts)
    {
        using var pause = new ManualResetEventSlim();
        NativeResult locked;
        int attempts = 0;
        do
        {
            locked = Interruptions.Retry(() => NativePlatform.Files.TryLock(Handle, kind));
        }
        while (locked.Error.Kind == NativeErrorKind.WouldBlock
            && ++attempts < mostAttempts && !pause.Wait(s_betweenLockAttempts));
        _isLocked = locked.Succeeded;
        return locked.Error.Kind != NativeErrorKind.WouldBlock;
    }
}
