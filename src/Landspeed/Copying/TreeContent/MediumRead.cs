using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Landspeed.Platform.Observation;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.TreeContent;

/// <summary>
/// Reads a small file from its medium: past the page cache, or through it after the file was dropped from it.
/// </summary>
internal static class MediumRead
{
    /// <summary>Bytes of memory needed for a file: one byte more than it has reveals that it is longer.</summary>
    internal static int RoomFor(int length) => (int)Alignment.AlignUp(length + 1, AlignedBufferPool.MinAlignment);

    /// <summary>Reads a whole file.</summary>
    /// <param name="file">The file, open for reading; its mode changes.</param>
    /// <param name="operation">What fails if it cannot be read, a verb phrase.</param>
    /// <param name="entry">The file, for messages.</param>
    /// <param name="address">Aligned memory with room for it.</param>
    /// <param name="expected">Its length.</param>
    /// <param name="onDevice">Bytes of the device blocks read, or null if they came through the page cache.</param>
    /// <returns>Number of bytes read, at most the room.</returns>
    /// <exception cref="NativeIOException">It cannot be read.</exception>
    internal static int Whole(
        SafeFileHandle file, string operation, DirectoryEntry entry, nint address, int expected, out long? onDevice)
    {
        FileStatus status = Entries.Status(file, entry);
        bool isDirect = status.DirectAlignmentKnown
            && status.DirectOffsetAlignment is > 0 and <= AlignedBufferPool.MinAlignment
            && NativePlatform.Files.EnableDirect(file).Succeeded;
        int room = RoomFor(expected);
        NativeError error = isDirect
            ? Fill(file, address, room, out int filled) : Reread(file, address, room, out filled);
        if (isDirect && error.Kind is NativeErrorKind.InvalidArgument or NativeErrorKind.NotSupported)
        {
            isDirect = false;
            error = Reread(file, address, room, out filled);
        }

        onDevice = isDirect ? Math.Max(filled, Math.Min(room, status.AllocatedBytes)) : null;
        return error.IsError ? throw new NativeIOException(operation, entry.Path, error) : filled;
    }

    // The pages are clean because the file is durable: once dropped, they are read from the medium again.
    private static NativeError Reread(SafeFileHandle file, nint address, int room, out int filled)
    {
        IFileCalls calls = NativePlatform.Files;
        calls.DisableDirect(file);
        calls.Advise(file, 0, 0, AccessAdvice.DontNeed);
        return Fill(file, address, room, out filled);
    }

    private static NativeError Fill(SafeFileHandle file, nint address, int room, out int filled)
    {
        filled = 0;
        while (filled < room)
        {
            NativeResult read = NativePlatform.Files.Read(
                file, address + filled, room - filled, filled, TransferFlags.None);
            IoMeter.Took(isWrite: false, read);
            if (read.Error.Kind == NativeErrorKind.Interrupted)
            {
                continue;
            }

            // A direct read that ends within a block has reached the end of the file.
            if (read.Raw <= 0 || read.Raw % 512 != 0)
            {
                filled += (int)Math.Max(read.Raw, 0);
                return read.Error;
            }

            filled += (int)read.Raw;
        }

        return NativeError.None;
    }
}
