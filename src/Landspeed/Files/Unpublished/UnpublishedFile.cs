using Landspeed.Files.Trees;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files.Unpublished;

/// <summary>
/// A file under its temporary name until it is published or removed: under the final name there is the old file,
/// nothing, or the complete new one.
/// </summary>
/// <remarks>
/// A file that must be recognised after a crash is locked while it is in use, and proves at any moment that it is ours.
/// If the file system permits, it is created without a name, locked and marked, and only then gets its temporary name,
/// which is never on the medium without the mark. It keeps the mark until its final name exists.
/// </remarks>
internal sealed partial class UnpublishedFile
{
    // No other user may look before the source's permissions are set, because fewer users may be able to read the
    // source.
    internal const int OwnerOnly = FilePermissions.OwnFile;

    private readonly DirectoryEntry _final;
    private FileIdentity? _identity;
    private FileMark? _mark;
    private bool _isLocked;
    private int _isSettled; // 1: published, kept or removed
    private bool _isNameless; // in a directory that keeps every name for ever: its first name is the final one

    private UnpublishedFile(DirectoryEntry final, FilePath name, SafeFileHandle handle)
    {
        (_final, Name, Handle) = (final, name, handle);
    }

    /// <summary>The temporary name.</summary>
    internal FilePath Name { get; }

    /// <summary>The path of the temporary name, for messages.</summary>
    internal FilePath Path => _final.Directory.PathOf(Name);

    /// <summary>The open file; one without a mark may be closed before it is published.</summary>
    internal SafeFileHandle Handle { get; }

    /// <summary>Inode and creation time of a marked file.</summary>
    internal FileIdentity Identity => _identity ?? throw new InvalidOperationException("the file has no mark");

    /// <summary>Gets inode and creation time of a file that is open or marked.</summary>
    /// <exception cref="NativeIOException">The system does not report them.</exception>
    internal FileIdentity FindIdentity() => _identity ?? FileIdentity.Of(Entries.Status(Handle, _final with { Name = Name }));

    /// <summary>True if the temporary name still belongs to this open file and was not replaced.</summary>
    internal bool HasItsName => _isNameless || Stands(Name);

    /// <summary>True if the final name belongs to this open file.</summary>
    internal bool HasFinalName => Stands(_final.Name);

    /// <summary>Opens it again to read what was written.</summary>
    /// <exception cref="NativeIOException">It cannot be opened.</exception>
    internal SafeFileHandle OpenAgain()
    {
        var entry = new DirectoryEntry(_final.Directory, Name);
        if (!_isNameless)
        {
            return Entries.Open(entry, EntryOpening.Read);
        }

        NativeResult duplicated = NativePlatform.Trees.Duplicate(Handle, out SafeFileHandle? duplicate);
        return duplicated.Succeeded ? duplicate! : throw new NativeIOException("open", entry.Path, duplicated.Error);
    }

    /// <summary>Cuts off what was written or reserved beyond the end.</summary>
    /// <exception cref="NativeIOException">The system call failed.</exception>
    internal void SetLength(long length)
    {
        NativeResult cut = Interruptions.Retry(() => NativePlatform.Files.SetLength(Handle, length));
        if (cut.Failed)
        {
            throw new NativeIOException("set the length of", Path, cut.Error, length: length);
        }
    }

    /// <summary>Waits until content and metadata are durable.</summary>
    /// <exception cref="NativeIOException">The flush failed: the content of the medium is unknown.</exception>
    internal void Flush()
    {
        NativeResult flushed = Interruptions.Retry(() => NativePlatform.Files.FlushAll(Handle));
        if (flushed.Failed)
        {
            throw new NativeIOException("flush", Path, flushed.Error);
        }
    }

    /// <summary>
    /// Ends writing, once: some file systems report only on closing that something could not be stored. A file with a
    /// mark stays open and locked, because the mark is removed after it has its final name.
    /// </summary>
    /// <exception cref="NativeIOException">The file system reported a failure.</exception>
    internal void Close()
    {
        if (Handle.IsClosed)
        {
            return;
        }

        // An interruption is not a failure: the descriptor is closed in that case too.
        NativeResult closed = _mark is null && !_isNameless
            ? NativePlatform.Trees.Close(Handle) : NativePlatform.Trees.CloseDuplicate(Handle);
        if (closed.Failed && closed.Error.Kind != NativeErrorKind.Interrupted)
        {
            throw new NativeIOException("close", Path, closed.Error);
        }
    }

    /// <summary>Gives the file its final name, in one step. Its content and metadata must already be durable.</summary>
    /// <param name="rule">What to do with an existing file of that name.</param>
    /// <exception cref="NativeIOException">
    /// It cannot be renamed; already-exists if the name must not exist but does.
    /// </exception>
    internal void Publish(RenameRule rule)
    {
        if (_isNameless)
        {
            PublishNameless(rule);
            return;
        }

        SafeFileHandle directory = _final.Directory.Handle;
        NativeResult renamed = FinalName.Give(directory, Name, _final.Name, rule);
        if (renamed.Failed)
        {
            throw new NativeIOException(
                "give its name to", _final.Path, renamed.Error, hint: RefusedNames.Hint(renamed.Error));
        }

        Keep();
    }

    /// <summary>Waits until the final name is durable.</summary>
    /// <exception cref="NativeIOException">The flush failed: a machine crash may remove the name again.</exception>
    internal void FlushDirectory()
    {
        NativeResult flushed = _final.Directory.Flush();
        if (flushed.Failed)
        {
            throw new NativeIOException("flush the directory", _final.Directory.Path, flushed.Error);
        }
    }

    /// <summary>Removes the mark of a published file, under whose final name it means nothing.</summary>
    /// <exception cref="NativeIOException">The mark could not be removed.</exception>
    /// <remarks>
    /// The last step; durable after a flush. Without the mark a part would count as foreign: neither used by a later
    /// run, nor removed. If its owner may not write the file, the owner cannot change its attributes either, and is
    /// given that permission for the moment.
    /// </remarks>
    internal void Unmark()
    {
        try
        {
            _mark?.Remove(Handle, Path, Identity);
        }
        catch (NativeIOException refused) when (refused.Error.Kind == NativeErrorKind.AccessDenied)
        {
            int permissions = Entries.Status(Handle, _final).Permissions;
            NativePlatform.Trees.SetPermissions(Handle, permissions | FilePermissions.OwnerWrite);
            try
            {
                _mark!.Remove(Handle, Path, Identity);
            }
            finally
            {
                NativePlatform.Trees.SetPermissions(Handle, permissions);
            }
        }
    }

    /// <summary>Keeps the file under its current name.</summary>
    internal void Keep() => Interlocked.Exchange(ref _isSettled, 1);

    /// <summary>Unlocks and closes a file that has its final name and no mark any more.</summary>
    /// <exception cref="NativeIOException">The file system reported that something could not be stored.</exception>
    internal void CloseForGood()
    {
        Unlock();
        NativeResult closed = Handle.IsClosed ? default : NativePlatform.Trees.Close(Handle);
        if (closed.Failed && closed.Error.Kind != NativeErrorKind.Interrupted)
        {
            throw new NativeIOException("close", _final.Path, closed.Error);
        }
    }

    /// <summary>Unlocks and closes the file; never throws.</summary>
    internal void Release()
    {
        Unlock();
        Handle.Dispose();
    }

    /// <summary>Closes the file and removes it as <see cref="RemoveName"/> does; never throws.</summary>
    /// <returns>None, or why the name still exists.</returns>
    internal NativeError Remove()
    {
        NativeError error = RemoveName();
        Release();
        return error;
    }

    /// <summary>
    /// Removes the temporary name, unless the file was published or kept, or the name belongs to another file by now;
    /// never throws. May be called from any thread, even while the file is being written.
    /// </summary>
    /// <returns>None, or why the name still exists.</returns>
    internal NativeError RemoveName()
    {
        bool isKnown = _identity is not null || !Handle.IsClosed;
        if (_isNameless)
        {
            Keep();
            return NativeError.None;
        }

        if (Interlocked.Exchange(ref _isSettled, 1) != 0 || (isKnown && !Stands(Name)))
        {
            return NativeError.None;
        }

        RemoveSidecar();
        NativeResult removed = NativePlatform.Trees.Remove(_final.Directory.Handle, Name);
        return removed.Error.Kind == NativeErrorKind.NotFound ? NativeError.None : removed.Error;
    }

    private bool Stands(FilePath name)
    {
        FileIdentity? identity = _identity;
        if (identity is null && !Handle.IsClosed && NativePlatform.Files.Status(Handle, out FileStatus file).Succeeded)
        {
            identity = FileIdentity.Of(file);
        }

        return identity is not null
            && NativePlatform.Trees.Status(_final.Directory.Handle, name, out FileStatus named).Succeeded
            && FileIdentity.Of(named) == identity;
    }

    // Best effort: while an error is being thrown, a second one would hide it.
    private void RemoveSidecar() => _mark?.TryRemoveSidecar(Path, _identity!.Value);

    /// <summary>Ends the lock of a file that is published; never throws.</summary>
    /// <remarks>
    /// A child process started at this moment has a copy of the descriptor until it executes its program: the lock must
    /// not last that long.
    /// </remarks>
    internal void Unlock()
    {
        if (_isLocked && !Handle.IsClosed)
        {
            NativePlatform.Files.Unlock(Handle);
            _isLocked = false;
        }
    }

    private void PublishNameless(RenameRule rule)
    {
        NativeResult linked = Interruptions.Retry(
            () => NativePlatform.Trees.LinkUnnamed(Handle, _final.Directory.Handle, _final.Name));
        if (linked.Failed)
        {
            bool isToReplace = rule != RenameRule.MustBeFree && linked.Error.Kind == NativeErrorKind.AlreadyExists;
            throw new NativeIOException(
                isToReplace ? "replace" : "give its name to",
                _final.Path,
                isToReplace ? NativeError.Of(NativeErrorKind.NotPermitted) : linked.Error,
                hint: isToReplace ? "Its directory is append-only (chattr +a)." : null);
        }

        Keep();
        if (_mark is null)
        {
            Release(); // a named one was closed before
        }
    }
}
