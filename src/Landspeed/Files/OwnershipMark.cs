using System.Globalization;
using System.Text;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files;

/// <summary>
/// Marks files as made by Landspeed, so that it overwrites and removes only its own. The mark names the file's inode and
/// time of birth: a copy that took the extended attribute along, or a foreign file that took over the name beside a
/// forgotten sidecar, is not ours, also when it got the inode of the file that was. Where the file system keeps no time of
/// birth (ramfs, NFS version 3) the inode alone must do.
/// </summary>
/// <remarks>
/// A guard against accidents, not against somebody who may write to the directory. Files are told by their
/// descriptors; a sidecar that is a symbolic link gains nothing, since its content must name the marked inode, and is
/// unlinked, never written through. Safe for all threads on different files.
/// </remarks>
public static class OwnershipMark
{
    /// <summary>Name of the extended attribute: <c>user.landspeed</c>.</summary>
    public const string AttributeName = "user.landspeed";

    private const string Prefix = "landspeed 1 ";

    // The longest mark is about 100 bytes; anything longer is not ours.
    private const int LongestMark = 128;

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
    public static MarkPlace Mark(StorageFile file)
    {
        ArgumentNullException.ThrowIfNull(file);
        file.RequireWritable("mark");
        byte[] mark = AttributeMark(file.Identity);
        NativeResult set = Interruptions.Retry(
            () => NativePlatform.Files.SetAttribute(file.Handle, AttributeName, mark));
        if (set.Succeeded)
        {
            return MarkPlace.Attribute;
        }

        if (set.Error.Kind != NativeErrorKind.NotSupported)
        {
            throw new NativeIOException("mark", file.Path, set.Error);
        }

        WriteSidecar(file);
        return MarkPlace.Sidecar;
    }

    /// <summary>Whether Landspeed made the file. A mark that cannot be read is none.</summary>
    /// <param name="file">An open file; owned by the caller.</param>
    /// <returns>True only when the mark names this very file.</returns>
    /// <exception cref="NativeIOException">There is a sidecar that cannot be opened.</exception>
    /// <remarks>One system call, for a sidecar about ten.</remarks>
    public static bool IsOurs(StorageFile file)
    {
        ArgumentNullException.ThrowIfNull(file);
        byte[] value = new byte[LongestMark];
        NativeResult read = Interruptions.Retry(
            () => NativePlatform.Files.GetAttribute(file.Handle, AttributeName, value));
        if (read.Succeeded)
        {
            return value.AsSpan(0, (int)read.Value).SequenceEqual(AttributeMark(file.Identity));
        }

        return read.Error.Kind == NativeErrorKind.NotSupported
            && ReadSidecar(SidecarOf(file.Path)).AsSpan().SequenceEqual(SidecarMark(file));
    }

    /// <summary>Marks a directory that was just created, by an attribute only.</summary>
    /// <param name="directory">Open; owned by the caller.</param>
    /// <returns>Whether it carries the mark now; not where the file system keeps no attributes.</returns>
    /// <remarks>Two system calls.</remarks>
    public static bool TryMarkDirectory(SafeFileHandle directory)
    {
        ArgumentNullException.ThrowIfNull(directory);
        return TryMarkOf(directory, out byte[] mark)
            && Interruptions.Retry(() => NativePlatform.Files.SetAttribute(directory, AttributeName, mark)).Succeeded;
    }

    /// <summary>Removes the mark of a directory that is no longer for Landspeed to remove.</summary>
    /// <param name="directory">Open; owned by the caller.</param>
    /// <returns>0, or the error; not-supported where the file system keeps no attributes.</returns>
    /// <remarks>One system call.</remarks>
    public static NativeResult UnmarkDirectory(SafeFileHandle directory)
    {
        ArgumentNullException.ThrowIfNull(directory);
        return Interruptions.Retry(() => NativePlatform.Files.RemoveAttribute(directory, AttributeName));
    }

    /// <summary>Whether Landspeed made the directory and marked it. A mark that cannot be read is none.</summary>
    /// <param name="directory">Open; owned by the caller.</param>
    /// <returns>True only when the mark names this very directory.</returns>
    /// <remarks>Two system calls.</remarks>
    public static bool IsOurDirectory(SafeFileHandle directory)
    {
        ArgumentNullException.ThrowIfNull(directory);
        byte[] value = new byte[LongestMark];
        NativeResult read = Interruptions.Retry(
            () => NativePlatform.Files.GetAttribute(directory, AttributeName, value));
        return read.Succeeded
            && TryMarkOf(directory, out byte[] mark)
            && value.AsSpan(0, (int)read.Value).SequenceEqual(mark);
    }

    /// <summary>Removes the sidecar of a file, if it has one: before or after the file itself goes.</summary>
    /// <param name="file">The file, still open; owned by the caller.</param>
    /// <returns>Whether there was one; a foreign file of that name, or another file's mark, stays.</returns>
    /// <exception cref="NativeIOException">The sidecar cannot be opened or removed.</exception>
    public static bool RemoveSidecar(StorageFile file)
    {
        ArgumentNullException.ThrowIfNull(file);
        FilePath sidecar = SidecarOf(file.Path);
        if (!ReadSidecar(sidecar).AsSpan().SequenceEqual(SidecarMark(file)))
        {
            return false;
        }

        Remove(sidecar);
        return true;
    }

    /// <summary>The sidecar's name: <c>.NAME.landspeed</c> beside the file.</summary>
    /// <param name="path">The file's name.</param>
    /// <returns>The name; no such file need exist.</returns>
    public static FilePath SidecarOf(FilePath path)
    {
        ArgumentNullException.ThrowIfNull(path);
        return path.Parent.Join(FilePath.FromBytes([.. "."u8, .. path.Name.Bytes, .. ".landspeed"u8]));
    }

    private static bool TryMarkOf(SafeFileHandle directory, out byte[] mark)
    {
        bool known = NativePlatform.Files.Status(directory, out FileStatus status).Succeeded
            && status.Kind == FileKind.Directory;
        mark = known ? AttributeMark(FileIdentity.Of(status)) : [];
        return known;
    }

    private static void WriteSidecar(StorageFile file)
    {
        FilePath path = SidecarOf(file.Path);
        byte[] mark = SidecarMark(file);
        byte[] present = ReadSidecar(path);
        if (present.AsSpan().SequenceEqual(mark))
        {
            return;
        }

        // A mark of a file that is gone. What is no mark is somebody's file: creating fails and leaves it alone.
        if (present.AsSpan().StartsWith(Encoding.UTF8.GetBytes(Prefix)))
        {
            Remove(path);
        }

        using StorageFile sidecar = StorageFile.Open(
            path, new() { Access = FileAccessKind.Write, Creation = FileCreation.CreateNew });
        NativeResult written = Write(sidecar, mark);
        if (written.Failed || written.Value != mark.Length)
        {
            Remove(path);
            throw new NativeIOException(
                "write the mark", path, written.Failed ? written.Error : NativeError.Of(NativeErrorKind.NoSpace));
        }
    }

    private static unsafe NativeResult Write(StorageFile sidecar, byte[] mark)
    {
        fixed (byte* bytes = mark)
        {
            nint address = (nint)bytes;
            return Interruptions.Retry(() => NativePlatform.Files.Write(
                sidecar.Handle, address, mark.Length, 0, TransferFlags.None));
        }
    }

    private static byte[] ReadSidecar(FilePath path)
    {
        NativeResult known = NativePlatform.Files.StatusOf(path, out FileStatus status);
        if (known.Failed || status.Kind != FileKind.Regular || status.Length is 0 or > LongestMark)
        {
            return [];
        }

        using StorageFile sidecar = StorageFile.Open(path, new());
        return Read(sidecar);
    }

    private static unsafe byte[] Read(StorageFile sidecar)
    {
        byte[] content = new byte[LongestMark];
        fixed (byte* bytes = content)
        {
            nint address = (nint)bytes;
            NativeResult read = Interruptions.Retry(() => NativePlatform.Files.Read(
                sidecar.Handle, address, LongestMark, 0, TransferFlags.None));
            return read.Succeeded
                ? content[..(int)read.Value]
                : throw new NativeIOException("read the mark", sidecar.Path, read.Error);
        }
    }

    private static void Remove(FilePath path)
    {
        NativeResult removed = NativePlatform.Files.Remove(path);
        if (removed.Failed && removed.Error.Kind != NativeErrorKind.NotFound)
        {
            throw new NativeIOException("remove the mark", path, removed.Error);
        }
    }

    private static byte[] AttributeMark(FileIdentity identity) => Encoding.UTF8.GetBytes(string.Create(
        CultureInfo.InvariantCulture, $"{Prefix}inode {identity.Inode} born {identity.Born}"));

    // The same name may stand on another device tomorrow, where the inode means another file.
    private static byte[] SidecarMark(StorageFile file) =>
        [.. AttributeMark(file.Identity), .. Encoding.UTF8.GetBytes($" device {file.Identity.Device}\n")];
}
