using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Landspeed.Quantities;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Content;

/// <summary>Reads what the page cache holds of a source, and brings nothing more into it.</summary>
/// <remarks>For one thread. The cache may lose pages at any time: what cannot be read at once is not read.</remarks>
internal sealed class CachedSource : IDisposable
{
    // Who reads near the end of what is cached makes the system read on, as far ahead as the device is set to (8 MiB here), and
    // so finds the next piece cached, too: one megabyte in the cache would draw the whole file into it.
    private const long Margin = 16 << 20;

    private readonly SafeFileHandle _file;
    private readonly long _fileLength;
    private readonly int _pageSize = NativePlatform.Memory.PageSize;
    private TransferFlags _flags = TransferFlags.NoWait | TransferFlags.Uncached;
    private long _start;
    private long _end;

    private CachedSource(SafeFileHandle file, long fileLength) => (_file, _fileLength) = (file, fileLength);

    /// <summary>Opens the source a second time, because the first one's transfers are direct.</summary>
    /// <param name="entry">The source.</param>
    /// <param name="status">What it is.</param>
    /// <returns>Null where it cannot be opened, or its name means another file by now.</returns>
    internal static CachedSource? TryOpen(DirectoryEntry entry, in FileStatus status)
    {
        if (Entries.TryOpen(entry, EntryOpening.Read, out SafeFileHandle? file).IsError)
        {
            return null;
        }

        if (NativePlatform.Files.Status(file!, out FileStatus found).Succeeded
            && FileIdentity.Of(found) == FileIdentity.Of(status))
        {
            return new CachedSource(file!, status.Length);
        }

        file!.Dispose();
        return null;
    }

    /// <summary>Reads a piece, if it is there with all that the system could want to read ahead from it.</summary>
    /// <param name="address">Room for the piece.</param>
    /// <param name="offset">Where it begins.</param>
    /// <param name="length">Its bytes.</param>
    /// <returns>Whether it was read whole.</returns>
    internal bool TryRead(nint address, long offset, int length)
    {
        if (!IsSurrounded(offset, offset + length))
        {
            return false;
        }

        NativeResult read = NativePlatform.Files.Read(_file, address, length, offset, _flags);
        if (read.Error.Kind == NativeErrorKind.NotSupported && _flags != TransferFlags.NoWait)
        {
            _flags = TransferFlags.NoWait;
            read = NativePlatform.Files.Read(_file, address, length, offset, _flags);
        }

        return read.Succeeded && read.Raw == length;
    }

    /// <summary>Closes the file.</summary>
    public void Dispose() => _file.Dispose();

    // Asked for more than is needed, so that the next pieces need not ask.
    private bool IsSurrounded(long offset, long end)
    {
        if (offset >= _start && Within(end, Margin) <= _end)
        {
            return true;
        }

        return IsCached(offset, end)
            && (IsCached(offset, Within(end, 2 * Margin)) || IsCached(offset, Within(end, Margin)));
    }

    private long Within(long end, long more) => Math.Min(ByteSum.Of(end, more), _fileLength);

    private bool IsCached(long offset, long end)
    {
        long last = Math.Min(end, _fileLength);
        NativeResult asked = NativePlatform.Files.CachedPages(_file, offset, last - offset, out CachedPageCounts counts);
        if (asked.Failed || counts.Cached * _pageSize < last - offset)
        {
            return false;
        }

        (_start, _end) = (offset, last);
        return true;
    }
}
