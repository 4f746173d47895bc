using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files;

/// <summary>
/// Marks files as created by Landspeed, so that it overwrites and removes only its own. The mark names the file's inode
/// and creation time and, once the file is closed, its length and modification time. A copy that has the extended
/// attribute, or a foreign file that has taken the name beside a forgotten sidecar, is therefore not ours, even if it
/// was given the inode of the original file. If the file system keeps no creation time (ramfs, NFS version 3), the
/// inode alone must suffice.
/// </summary>
/// <remarks>
/// A guard against accidents, not against a user who may write to the directory. Thread-safe for different files.
/// </remarks>
internal static class OwnershipMark
{
    /// <summary>Name of the extended attribute: <c>user.landspeed</c>.</summary>
    public const string AttributeName = "user.landspeed";

    /// <summary>Marks a newly created file.</summary>
    /// <param name="file">Open for writing; owned by the caller.</param>
    /// <returns>Where the mark is.</returns>
    /// <exception cref="InvalidOperationException">The file is open for reading only.</exception>
    /// <exception cref="NativeIOException">
    /// The mark cannot be set, or the sidecar's name belongs to a file that is not a sidecar; nothing changed.
    /// </exception>
    /// <remarks>
    /// One system call, or about ten for a sidecar. An attribute is durable after a flush of data and metadata. A
    /// sidecar is not flushed: if it is lost, our file counts as foreign, never the other way round.
    /// </remarks>
    public static MarkLocation Mark(StorageFile file)
    {
        ArgumentNullException.ThrowIfNull(file);
        file.RequireWritable("mark");
        MarkLocation location = FileMark.Owned.Set(file.Handle, file.Path, file.Identity);
        file.BeforeClose = Note;
        return location;
    }

    /// <summary>Begins writing to a file of ours: until it is closed, its mark does not record its content.</summary>
    /// <param name="file">Open for writing; owned by the caller. When it is closed, the mark records its state.</param>
    /// <returns>True if it is ours; otherwise nothing changes.</returns>
    /// <exception cref="NativeIOException">A sidecar exists but cannot be opened or written.</exception>
    /// <remarks>Three system calls, and two when the file is closed.</remarks>
    public static bool TryClaim(StorageFile file)
    {
        ArgumentNullException.ThrowIfNull(file);
        file.RequireWritable("write to");
        if (!IsOurs(file))
        {
            return false;
        }

        NativeError error = FileMark.Owned.Note(file.Handle, file.Path, file.Identity, content: null);
        if (error.IsError)
        {
            throw new NativeIOException("mark", file.Path, error);
        }

        file.BeforeClose = Note;
        return true;
    }

    /// <summary>
    /// Leaves the mark of a file without a recorded state, because this process goes on writing through other
    /// descriptors.
    /// </summary>
    /// <param name="file">A marked or claimed file, still open; owned by the caller.</param>
    /// <remarks>
    /// No system call. Whoever writes the last byte ends this state by calling <see cref="TryClaim"/> and closing the
    /// file.
    /// </remarks>
    public static void GoesOn(StorageFile file)
    {
        ArgumentNullException.ThrowIfNull(file);
        file.BeforeClose = null;
    }

    /// <summary>
    /// Checks whether Landspeed created a file that another program has since written to. An unreadable mark counts as
    /// none.
    /// </summary>
    /// <param name="file">An open file; owned by the caller.</param>
    /// <returns>True only if the mark names this very file, but not its current content.</returns>
    /// <exception cref="NativeIOException">A sidecar exists but cannot be opened.</exception>
    public static bool WasWrittenByOthers(StorageFile file)
    {
        ArgumentNullException.ThrowIfNull(file);
        return FileMark.Owned.IsOn(file.Handle, file.Path, file.Identity) && !IsAsNoted(file);
    }

    /// <summary>
    /// Checks whether Landspeed created the file and no other program has since written to it. An unreadable mark
    /// counts as none.
    /// </summary>
    /// <param name="file">An open file; owned by the caller.</param>
    /// <returns>
    /// True only if the mark names this very file and its current state: its length and modification time. A file that
    /// a killed run was writing is ours, because its mark records no state.
    /// </returns>
    /// <exception cref="NativeIOException">A sidecar exists but cannot be opened.</exception>
    /// <remarks>Three system calls, or about twenty for a sidecar.</remarks>
    public static bool IsOurs(StorageFile file)
    {
        ArgumentNullException.ThrowIfNull(file);
        return FileMark.Owned.IsOn(file.Handle, file.Path, file.Identity) && IsAsNoted(file);
    }

    /// <summary>Marks a newly created directory, only by an attribute.</summary>
    /// <param name="directory">Open; owned by the caller.</param>
    /// <returns>True if it now carries the mark; false if the file system has no attributes.</returns>
    /// <remarks>Two system calls.</remarks>
    public static bool TryMarkDirectory(SafeFileHandle directory) =>
        IdentityOf(directory) is { } identity && FileMark.Owned.TrySetAttribute(directory, identity).Succeeded;

    /// <summary>Removes the mark of a directory that Landspeed may no longer remove.</summary>
    /// <param name="directory">Open; owned by the caller.</param>
    /// <returns>0, or the error; not-supported if the file system has no attributes.</returns>
    /// <remarks>One system call.</remarks>
    public static NativeResult UnmarkDirectory(SafeFileHandle directory)
    {
        ArgumentNullException.ThrowIfNull(directory);
        return FileMark.Owned.TryRemoveAttribute(directory);
    }

    /// <summary>Checks whether Landspeed created and marked the directory. An unreadable mark counts as none.</summary>
    /// <param name="directory">Open; owned by the caller.</param>
    /// <returns>True only if the mark names this very directory.</returns>
    /// <remarks>Two system calls.</remarks>
    public static bool IsOurDirectory(SafeFileHandle directory) =>
        IdentityOf(directory) is { } identity
        && FileMark.Owned.TryReadAttribute(directory, identity, out bool isOurs).Succeeded && isOurs;

    /// <summary>
    /// Removes the sidecar of a file if there is one; call it before or after removing the file itself.
    /// </summary>
    /// <param name="file">The file, still open; owned by the caller.</param>
    /// <returns>True if there was one; a foreign file of that name, or another file's mark, stays.</returns>
    /// <exception cref="NativeIOException">The sidecar cannot be opened or removed.</exception>
    public static bool RemoveSidecar(StorageFile file)
    {
        ArgumentNullException.ThrowIfNull(file);
        return FileMark.Owned.RemoveSidecar(file.Path, file.Identity);
    }

    /// <summary>Returns the sidecar's name, <c>.NAME.landspeed</c> beside the file.</summary>
    /// <param name="path">The file's name.</param>
    /// <returns>The name; the file need not exist.</returns>
    public static FilePath SidecarOf(FilePath path)
    {
        ArgumentNullException.ThrowIfNull(path);
        return path.Parent.Join(FilePath.FromBytes([.. "."u8, .. path.Name.Bytes, .. ".landspeed"u8]));
    }

    private static bool IsAsNoted(StorageFile file) =>
        FileMark.Owned.NotedOn(file.Handle, file.Path) is not { } noted || noted.IsThatOf(file.Status());

    // Best effort: a mark without a recorded state means that the file is ours.
    private static void Note(StorageFile file)
    {
        try
        {
            FileMark.Owned.Note(
                file.Handle, file.Path, file.Identity, MarkedContent.Of(file.Status(), file.FileSystemName));
        }
        catch (IOException)
        {
            // As above.
        }
    }

    private static FileIdentity? IdentityOf(SafeFileHandle directory)
    {
        ArgumentNullException.ThrowIfNull(directory);
        return NativePlatform.Files.Status(directory, out FileStatus status).Succeeded && status.Kind == FileKind.Directory
            ? FileIdentity.Of(status) : null;
    }
}

/// <summary>Where a file's ownership mark is.</summary>
internal enum MarkLocation
{
    /// <summary>In an extended attribute of the file.</summary>
    Attribute,

    /// <summary>In a small hidden file beside it, if the file system has no extended attributes.</summary>
    Sidecar,
}
