using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Landspeed.Platform.Observation;
using Landspeed.Quantities;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Content;

/// <summary>Reads the cached part of a source without bringing more of it into the page cache.</summary>
/// <remarks>
/// For use by one thread. The cache may lose pages at any time: what cannot be read at once is not read.
/// </remarks>
internal sealed class CachedSource : IDisposable
{
    // A read near the end of the cached part makes the system read ahead as far as the device is set to (8 MiB here),
    // so that the next piece is found cached too: one cached megabyte would draw the whole file into the cache.
    private const long Margin = 16 << 20;

    private readonly SafeFileHandle _file;
    private readonly long _fileLength;
    private readonly int _pageSize = NativePlatform.Memory.PageSize;
    private TransferFlags _flags = TransferFlags.NoWait | TransferFlags.Uncached;
    private long _start;
    private long _end;

    private CachedSource(SafeFileHandle file, long fileLength) => (_file, _fileLength) = (file, fileLength);

    /// <summary>Opens the source a second time, because the first descriptor's transfers are direct.</summary>
    /// <param name="entry">The source.</param>
    /// <param name="status">Its status.</param>
    /// <returns>Null if it cannot be opened, or its name is another file by now.</returns>
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

    /// <summary>Reads a piece if it is cached together with everything the system might read ahead from it.</summary>
    /// <param name="address">Memory for the piece.</param>
    /// <param name="offset">Offset of the piece.</param>
    /// <param name="length">Length of the piece in bytes.</param>
    /// <returns>True if it was read completely.</returns>
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

        IoMeter.Took(isWrite: false, read);
        return read.Succeeded && read.Raw == length;
    }

    public void Dispose() => _file.Dispose();

    // Queries more than is needed, so that the next pieces need no query.
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
