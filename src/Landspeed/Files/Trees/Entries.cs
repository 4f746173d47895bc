using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files.Trees;

/// <summary>
/// Calls on single entries that throw if the system refuses, and repeat calls that a signal interrupted.
/// </summary>
internal static class Entries
{
    /// <summary>Opens an entry.</summary>
    /// <exception cref="NativeIOException">It cannot be opened.</exception>
    internal static SafeFileHandle Open(DirectoryEntry entry, EntryOpening opening)
    {
        NativeError error = TryOpen(entry, opening, out SafeFileHandle? handle);
        return error.IsError ? throw Refusal(entry, error) : handle!;
    }

    /// <summary>Opens an entry.</summary>
    /// <returns>None, or why it cannot be opened.</returns>
    internal static NativeError TryOpen(DirectoryEntry entry, EntryOpening opening, out SafeFileHandle? handle)
    {
        NativeResult opened;
        do
        {
            opened = NativePlatform.Trees.Open(entry.Directory.Handle, entry.Name, opening, 0, out handle);
        }
        while (opened.Error.Kind == NativeErrorKind.Interrupted);

        return opened.Error.Kind == NativeErrorKind.WouldBlock
            ? OpenLeased(entry, opening, opened, out handle) : opened.Error;
    }

    // A separate method, so that opening a file without a lease allocates nothing.
    private static NativeError OpenLeased(
        DirectoryEntry entry, EntryOpening opening, NativeResult refused, out SafeFileHandle? handle)
    {
        SafeFileHandle? file = null;
        NativeResult opened = Leases.Wait(
            refused,
            () => StatusOf(entry),
            () => NativePlatform.Trees.Open(entry.Directory.Handle, entry.Name, opening, 0, out file));
        handle = file;
        return opened.Error;
    }

    private static FileStatus? StatusOf(DirectoryEntry entry)
    {
        NativeResult asked = NativePlatform.Trees.Status(entry.Directory.Handle, entry.Name, out FileStatus status);
        return asked.Succeeded ? status : null;
    }

    private static NativeIOException Refusal(DirectoryEntry entry, NativeError error) =>
        new("open", entry.Path, error, hint: Leases.Hint(error, () => StatusOf(entry)));

    /// <summary>Opens a file for reading, without changing its access time if permitted.</summary>
    /// <param name="entry">The file.</param>
    /// <param name="unnoticed">True if the access time does not change.</param>
    /// <exception cref="NativeIOException">It cannot be opened.</exception>
    internal static SafeFileHandle OpenSource(DirectoryEntry entry, out bool unnoticed)
    {
        NativeError error = TryOpen(entry, EntryOpening.ReadUnnoticed, out SafeFileHandle? handle);
        unnoticed = !error.IsError;
        return error.Kind switch
        {
            NativeErrorKind.None => handle!,
            NativeErrorKind.NotPermitted => Open(entry, EntryOpening.Read),
            _ => throw Refusal(entry, error),
        };
    }

    /// <summary>Opens a file that the user named, for reading; symbolic links are followed.</summary>
    /// <exception cref="NativeIOException">It cannot be opened.</exception>
    internal static SafeFileHandle OpenPath(FilePath path)
    {
        NativeResult opened = Leases.Open(
            path, FileAccessKind.Read, FileCreation.MustExist, out SafeFileHandle? handle);
        return opened.Succeeded
            ? handle! : throw new NativeIOException("open", path, opened.Error, hint: Leases.Hint(opened.Error, path));
    }

    /// <summary>Gets the status of an entry, or null if it does not exist.</summary>
    /// <exception cref="NativeIOException">The system does not report it.</exception>
    internal static FileStatus? Find(DirectoryEntry entry)
    {
        NativeResult asked = NativePlatform.Trees.Status(entry.Directory.Handle, entry.Name, out FileStatus status);
        return asked.Error.Kind switch
        {
            NativeErrorKind.None => status,
            NativeErrorKind.NotFound => null,
            _ => throw new NativeIOException(
                "ask about", entry.Path, asked.Error, hint: RefusedNames.Hint(asked.Error)),
        };
    }

    /// <summary>Gets the status of an entry.</summary>
    /// <exception cref="NativeIOException">It does not exist, or the system does not report it.</exception>
    internal static FileStatus Status(DirectoryEntry entry)
    {
        NativeResult asked = NativePlatform.Trees.Status(entry.Directory.Handle, entry.Name, out FileStatus status);
        return asked.Succeeded ? status : throw new NativeIOException("ask about", entry.Path, asked.Error);
    }

    /// <summary>Gets the status of an open entry.</summary>
    /// <exception cref="NativeIOException">The system does not report it.</exception>
    internal static FileStatus Status(SafeFileHandle handle, DirectoryEntry entry)
    {
        NativeResult asked = NativePlatform.Files.Status(handle, out FileStatus status);
        return asked.Succeeded ? status : throw new NativeIOException("ask about", entry.Path, asked.Error);
    }

    /// <summary>True if two statuses are of the same file.</summary>
    internal static bool IsSame(in FileStatus one, in FileStatus other) =>
        one.Inode == other.Inode && one.Device == other.Device;

    /// <summary>True if an entry is on another file system than a root, or mounted separately.</summary>
    internal static bool IsOtherFileSystem(in FileStatus status, in FileStatus root) =>
        status.Device != root.Device || status.MountId != root.MountId;

    /// <summary>True if a file is the same and has not changed between two statuses.</summary>
    internal static bool IsUnchanged(in FileStatus before, in FileStatus after) =>
        IsSame(before, after)
        && before.Kind == after.Kind
        && before.Length == after.Length
        && before.Modified == after.Modified
        && before.Changed == after.Changed;
}
