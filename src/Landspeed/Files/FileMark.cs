using System.Globalization;
using System.Text;
using Landspeed.Engine;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files;

/// <summary>
/// One kind of mark: an extended attribute that names the file's inode and creation time, or a sidecar beside the file
/// if the file system has no attributes. A mark of one kind means nothing to a reader of another.
/// </summary>
/// <remarks>
/// A guard against accidents, not against a user who may write to the directory. Files are recognised by their
/// descriptors. A sidecar that is a symbolic link gains nothing: its content must name the marked inode, and it is
/// unlinked, never written through. Thread-safe for different files.
/// </remarks>
internal sealed class FileMark
{
    /// <summary>Files that Landspeed created, and may write to and remove: see <see cref="OwnershipMark"/>.</summary>
    internal static readonly FileMark Owned = new("user.landspeed", "landspeed 1 ");

    /// <summary>Name of the attribute of files that do not have their final name yet.</summary>
    internal const string PartAttributeName = "user.landspeed.part";

    private static readonly FilePath s_partAttribute = FilePath.FromText(PartAttributeName);

    private const string PartPrefix = "landspeed part 1 ";

    // The longest mark is about 180 bytes; anything longer is not ours.
    private const int LongestMark = 256;

    private const string LengthWord = " length ";

    private readonly FilePath _attribute;
    private readonly string _prefix;

    private FileMark(string attribute, string prefix)
    {
        (_attribute, _prefix) = (FilePath.FromText(attribute), prefix);
    }

    /// <summary>
    /// Returns the mark of unpublished files of one purpose; each purpose recognises only its own mark.
    /// </summary>
    /// <param name="purpose">A word, for example <c>records</c>.</param>
    internal static FileMark OfParts(string purpose) => new(PartAttributeName, $"{PartPrefix}{purpose} ");

    /// <summary>Returns the purpose for which a file is marked, whether or not the mark names this very file.</summary>
    /// <param name="file">An open file.</param>
    /// <returns>The word, or null if there is no such attribute.</returns>
    internal static string? PurposeOf(SafeFileHandle file)
    {
        byte[] value = new byte[LongestMark];
        NativeResult read = Interruptions.Retry(() => NativePlatform.Trees.GetAttribute(file, s_partAttribute, value));
        string text = read.Succeeded ? Encoding.UTF8.GetString(value, 0, (int)read.Value) : string.Empty;
        return text.StartsWith(PartPrefix, StringComparison.Ordinal) ? text[PartPrefix.Length..].Split(' ')[0] : null;
    }

    /// <summary>Marks a newly created file.</summary>
    /// <param name="file">Open for writing; owned by the caller.</param>
    /// <param name="path">Its path, which determines the sidecar and appears in messages.</param>
    /// <param name="identity">Its identity.</param>
    /// <returns>Where the mark is.</returns>
    /// <exception cref="NativeIOException">
    /// The mark cannot be set, or the sidecar's name belongs to a file that is not a sidecar; nothing changed.
    /// </exception>
    internal MarkLocation Set(SafeFileHandle file, FilePath path, in FileIdentity identity)
    {
        NativeResult set = TrySetAttribute(file, identity);
        if (set.Succeeded)
        {
            return MarkLocation.Attribute;
        }

        if (set.Error.Kind != NativeErrorKind.NotSupported)
        {
            throw new NativeIOException("mark", path, set.Error);
        }

        WriteSidecar(path, SidecarMark(identity));
        return MarkLocation.Sidecar;
    }

    /// <summary>Checks whether the file carries this mark. An unreadable mark counts as none.</summary>
    /// <param name="file">An open file.</param>
    /// <param name="path">Its path.</param>
    /// <param name="identity">Its identity.</param>
    /// <returns>True only if the mark names this very file.</returns>
    /// <exception cref="NativeIOException">A sidecar exists but cannot be opened.</exception>
    internal bool IsOn(SafeFileHandle file, FilePath path, in FileIdentity identity)
    {
        NativeResult read = TryReadAttribute(file, identity, out bool isOn);
        return read.Succeeded
            ? isOn
            : read.Error.Kind == NativeErrorKind.NotSupported
                && Names(ReadSidecar(OwnershipMark.SidecarOf(path)), SidecarMark(identity));
    }

    /// <summary>Records the file's current state in its mark, or that it may be changed from now on.</summary>
    /// <param name="file">A marked file, open for writing.</param>
    /// <param name="path">Its path.</param>
    /// <param name="identity">Its identity.</param>
    /// <param name="content">Its state, or null if it is about to change.</param>
    /// <returns>None, or why the mark is unchanged.</returns>
    /// <exception cref="NativeIOException">A sidecar cannot be written.</exception>
    internal NativeError Note(SafeFileHandle file, FilePath path, in FileIdentity identity, MarkedContent? content)
    {
        byte[] mark = [.. AttributeMark(identity), .. TextOf(content)];
        NativeError error = Interruptions.Retry(() => NativePlatform.Trees.SetAttribute(file, _attribute, mark)).Error;
        if (error.Kind != NativeErrorKind.NotSupported)
        {
            return error;
        }

        WriteSidecar(path, [.. SidecarMark(identity).AsSpan()[..^1], .. TextOf(content), (byte)'\n']);
        return NativeError.None;
    }

    /// <summary>Returns the recorded state of the file's content.</summary>
    /// <returns>Null if none is recorded: the file was being changed, or is not marked.</returns>
    /// <exception cref="NativeIOException">A sidecar exists but cannot be opened.</exception>
    internal MarkedContent? NotedOn(SafeFileHandle file, FilePath path)
    {
        byte[] value = new byte[LongestMark];
        NativeResult read = Interruptions.Retry(() => NativePlatform.Trees.GetAttribute(file, _attribute, value));
        ReadOnlySpan<byte> mark = read.Succeeded ? value.AsSpan(0, (int)read.Value)
            : read.Error.Kind == NativeErrorKind.NotSupported ? ReadSidecar(OwnershipMark.SidecarOf(path)) : [];
        return MarkedContent.In(Encoding.UTF8.GetString(mark).TrimEnd('\n'), LengthWord);
    }

    /// <summary>Sets the attribute on a file or directory.</summary>
    internal NativeResult TrySetAttribute(SafeFileHandle file, in FileIdentity identity)
    {
        byte[] mark = AttributeMark(identity);
        return Interruptions.Retry(() => NativePlatform.Trees.SetAttribute(file, _attribute, mark));
    }

    /// <summary>Reads the attribute of a file or directory.</summary>
    /// <param name="file">Open.</param>
    /// <param name="identity">Its identity.</param>
    /// <param name="isOn">True if the attribute names it.</param>
    internal NativeResult TryReadAttribute(SafeFileHandle file, in FileIdentity identity, out bool isOn)
    {
        byte[] value = new byte[LongestMark];
        NativeResult read = Interruptions.Retry(() => NativePlatform.Trees.GetAttribute(file, _attribute, value));
        isOn = read.Succeeded && Names(value.AsSpan(0, (int)read.Value), AttributeMark(identity));
        return read;
    }

    /// <summary>Removes the attribute.</summary>
    internal NativeResult TryRemoveAttribute(SafeFileHandle file) =>
        Interruptions.Retry(() => NativePlatform.Trees.RemoveAttribute(file, _attribute));

    /// <summary>Removes the mark, whichever kind it is; durable after a flush of data and metadata.</summary>
    /// <exception cref="NativeIOException">The mark could not be removed.</exception>
    internal void Remove(SafeFileHandle file, FilePath path, in FileIdentity identity)
    {
        NativeResult removed = TryRemoveAttribute(file);
        if (removed.Failed && removed.Error.Kind is not (NativeErrorKind.NotFound or NativeErrorKind.NotSupported))
        {
            throw new NativeIOException("take the mark away from", path, removed.Error);
        }

        RemoveSidecar(path, identity);
    }

    /// <summary>
    /// Removes the sidecar of a file if there is one; call it before or after removing the file itself.
    /// </summary>
    /// <returns>True if there was one; a foreign file of that name, or another file's mark, stays.</returns>
    /// <exception cref="NativeIOException">The sidecar cannot be opened or removed.</exception>
    internal bool RemoveSidecar(FilePath path, in FileIdentity identity)
    {
        FilePath sidecar = OwnershipMark.SidecarOf(path);
        if (!Names(ReadSidecar(sidecar), SidecarMark(identity)))
        {
            return false;
        }

        RemoveFile(sidecar);
        return true;
    }

    /// <summary>
    /// Removes the sidecar for a caller that cannot handle a failure: without its file a sidecar marks nothing. Never
    /// throws.
    /// </summary>
    internal void TryRemoveSidecar(FilePath path, in FileIdentity identity)
    {
        try
        {
            RemoveSidecar(path, identity);
        }
        catch (IOException)
        {
            // It stays, but applies to no other file.
        }
    }

    private static void WriteSidecar(FilePath path, byte[] mark)
    {
        FilePath sidecar = OwnershipMark.SidecarOf(path);
        byte[] present = ReadSidecar(sidecar);
        if (present.AsSpan().SequenceEqual(mark))
        {
            return;
        }

        // A mark of a file that is gone. If it is not a mark it belongs to another program: creating fails and leaves
        // it alone.
        string text = Encoding.UTF8.GetString(present);
        if (text.StartsWith(Owned._prefix, StringComparison.Ordinal) || text.StartsWith(PartPrefix, StringComparison.Ordinal))
        {
            RemoveFile(sidecar);
        }

        using StorageFile file = StorageFile.Open(
            sidecar, new() { Access = FileAccessKind.Write, Creation = FileCreation.CreateNew });
        NativeError error = Write(file, mark);
        if (error.IsError)
        {
            RemoveFile(sidecar);
            throw new NativeIOException("write the mark", sidecar, error);
        }
    }

    private static unsafe NativeError Write(StorageFile sidecar, byte[] mark)
    {
        fixed (byte* bytes = mark)
        {
            return new WholeTransfer(sidecar.Handle, sidecar.Path).TryWrite((nint)bytes, mark.Length, 0);
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

    private static void RemoveFile(FilePath path)
    {
        NativeResult removed = NativePlatform.Files.Remove(path);
        if (removed.Failed && removed.Error.Kind != NativeErrorKind.NotFound)
        {
            throw new NativeIOException("remove the mark", path, removed.Error);
        }
    }

    // With or without the recorded state of the content.
    private static bool Names(ReadOnlySpan<byte> found, ReadOnlySpan<byte> mark)
    {
        found = found.TrimEnd((byte)'\n');
        mark = mark.TrimEnd((byte)'\n');
        return found.StartsWith(mark)
            && (found.Length == mark.Length || found[mark.Length..].StartsWith(Encoding.UTF8.GetBytes(LengthWord)));
    }

    private static byte[] TextOf(MarkedContent? content) =>
        content is { } noted ? Encoding.UTF8.GetBytes($"{LengthWord}{noted}") : [];

    private byte[] AttributeMark(in FileIdentity identity) => Encoding.UTF8.GetBytes(string.Create(
        CultureInfo.InvariantCulture, $"{_prefix}inode {identity.Inode} born {identity.Born}"));

    // The same name may be on another device tomorrow, where the inode is another file.
    private byte[] SidecarMark(in FileIdentity identity) =>
        [.. AttributeMark(identity), .. Encoding.UTF8.GetBytes($" device {identity.Device}\n")];
}
