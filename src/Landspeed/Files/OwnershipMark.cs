using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files;

/// <summary>
/// Marks files as made by Landspeed, so that it overwrites and removes only its own. The mark names the file's inode and
/// time of birth, and, once it is closed, its length and time of last change: a copy that took the extended attribute
/// along, or a foreign file that took over the name beside a forgotten sidecar, is not ours, also when it got the inode
/// of the file that was. Where the file system keeps no time of birth (ramfs, NFS version 3) the inode alone must do.
/// </summary>
/// <remarks>A guard against accidents, not against somebody who may write to the directory. Safe for all threads on different files.</remarks>
internal static class OwnershipMark
{
    /// <summary>Name of the extended attribute: <c>user.landspeed</c>.</summary>
    public const string AttributeName = "user.landspeed";

    /// <summary>Marks a file that was just created.</summary>
    /// <param name="file">Open for writing; owned by the caller.</param>
    /// <returns>Where the mark lies.</returns>
    /// <exception cref="InvalidOperationException">The file is open for reading only.</exception>
    /// <exception cref="NativeIOException">
    /// The mark cannot be set, or the sidecar's name is taken by a file that is no sidecar; nothing changed.
    /// </exception>
    /// <remarks>One system call, for a sidecar about ten. An attribute is durable after a flush
    /// of data and metadata; a sidecar is not flushed: losing it makes a file of ours foreign, never the other way
    /// round.</remarks>
    public static MarkLocation Mark(StorageFile file)
    {
        ArgumentNullException.ThrowIfNull(file);
        file.RequireWritable("mark");
        MarkLocation location = FileMark.Owned.Set(file.Handle, file.Path, file.Identity);
        file.BeforeClose = Note;
        return location;
    }

    /// <summary>Begins to write to a file of ours: until it is closed its mark does not say what it holds.</summary>
    /// <param name="file">
    /// Open for writing; owned by the caller. When it is closed the mark says what it holds then.
    /// </param>
    /// <returns>Whether it is ours; of a file that is not nothing changes.</returns>
    /// <exception cref="NativeIOException">There is a sidecar that cannot be opened or written.</exception>
    /// <remarks>Three system calls, and two when it is closed.</remarks>
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
    /// Leaves the mark of a file without what it holds: this process goes on writing by other descriptors.
    /// </summary>
    /// <param name="file">Marked or claimed, and open; owned by the caller.</param>
    /// <remarks>
    /// No system call. Who has written the last byte ends that: <see cref="TryClaim"/>, and closes the file.
    /// </remarks>
    public static void GoesOn(StorageFile file)
    {
        ArgumentNullException.ThrowIfNull(file);
        file.BeforeClose = null;
    }

    /// <summary>
    /// Whether Landspeed made a file that somebody else has written to since. A mark that cannot be read is none.
    /// </summary>
    /// <param name="file">An open file; owned by the caller.</param>
    /// <returns>True only when the mark names this very file, and not what it holds.</returns>
    /// <exception cref="NativeIOException">There is a sidecar that cannot be opened.</exception>
    public static bool WasWrittenByOthers(StorageFile file)
    {
        ArgumentNullException.ThrowIfNull(file);
        return FileMark.Owned.IsOn(file.Handle, file.Path, file.Identity) && !IsAsNoted(file);
    }

    /// <summary>
    /// Whether Landspeed made the file, and nobody else has written to it since. A mark that cannot be read is none.
    /// </summary>
    /// <param name="file">An open file; owned by the caller.</param>
    /// <returns>
    /// True only when the mark names this very file, and what it holds: its length and the time of its last change.
    /// What a killed run was writing to is ours, since its mark says nothing of that.
    /// </returns>
    /// <exception cref="NativeIOException">There is a sidecar that cannot be opened.</exception>
    /// <remarks>Three system calls, for a sidecar about twenty.</remarks>
    public static bool IsOurs(StorageFile file)
    {
        ArgumentNullException.ThrowIfNull(file);
        return FileMark.Owned.IsOn(file.Handle, file.Path, file.Identity) && IsAsNoted(file);
    }

    /// <summary>Marks a directory that was just created, by an attribute only.</summary>
    /// <param name="directory">Open; owned by the caller.</param>
    /// <returns>Whether it carries the mark now; not where the file system keeps no attributes.</returns>
    /// <remarks>Two system calls.</remarks>
    public static bool TryMarkDirectory(SafeFileHandle directory) =>
        IdentityOf(directory) is { } identity && FileMark.Owned.TrySetAttribute(directory, identity).Succeeded;

    /// <summary>Removes the mark of a directory that is no longer for Landspeed to remove.</summary>
    /// <param name="directory">Open; owned by the caller.</param>
    /// <returns>0, or the error; not-supported where the file system keeps no attributes.</returns>
    /// <remarks>One system call.</remarks>
    public static NativeResult UnmarkDirectory(SafeFileHandle directory)
    {
        ArgumentNullException.ThrowIfNull(directory);
        return FileMark.Owned.TryRemoveAttribute(directory);
    }

    /// <summary>Whether Landspeed made the directory and marked it. A mark that cannot be read is none.</summary>
    /// <param name="directory">Open; owned by the caller.</param>
    /// <returns>True only when the mark names this very directory.</returns>
    /// <remarks>Two system calls.</remarks>
    public static bool IsOurDirectory(SafeFileHandle directory) =>
        IdentityOf(directory) is { } identity
        && FileMark.Owned.TryReadAttribute(directory, identity, out bool isOurs).Succeeded && isOurs;

    /// <summary>Removes the sidecar of a file, if it has one: before or after the file itself goes.</summary>
    /// <param name="file">The file, still open; owned by the caller.</param>
    /// <returns>Whether there was one; a foreign file of that name, or another file's mark, stays.</returns>
    /// <exception cref="NativeIOException">The sidecar cannot be opened or removed.</exception>
    public static bool RemoveSidecar(StorageFile file)
    {
        ArgumentNullException.ThrowIfNull(file);
        return FileMark.Owned.RemoveSidecar(file.Path, file.Identity);
    }

    /// <summary>The sidecar's name: <c>.NAME.landspeed</c> beside the file.</summary>
    /// <param name="path">The file's name.</param>
    /// <returns>The name; no such file need exist.</returns>
    public static FilePath SidecarOf(FilePath path)
    {
        ArgumentNullException.ThrowIfNull(path);
        return path.Parent.Join(FilePath.FromBytes([.. "."u8, .. path.Name.Bytes, .. ".landspeed"u8]));
    }

    private static bool IsAsNoted(StorageFile file) =>
        FileMark.Owned.NotedOn(file.Handle, file.Path) is not { } noted || noted.IsThatOf(file.Status());

    // Best effort: a mark that does not say what the file holds says that it is ours.
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

/// <summary>Where the mark lies that makes a file ours.</summary>
internal enum MarkLocation
{
    /// <summary>In an extended attribute of the file.</summary>
    Attribute,

    /// <summary>In a small hidden file beside it, where the file system has no extended attributes.</summary>
    Sidecar,
}
