using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Streams.Blocks;

/// <summary>
/// Reads what is in the page cache on the caller's thread, as long as that needs no wait: no second copy, no other
/// thread. Measured warm against reading ahead: the copy out of the cache is all there is to do.
/// </summary>
internal sealed class CachedReads : IMemoryOwnerState, IDisposable
{
    /// <summary>
    /// Shorter reads go through a buffer of this length: 65,536 bytes, half of a common second-level cache at most.
    /// </summary>
    internal const int BufferLength = 64 * 1024;

    // Of a file that is shorter, or empty and grows.
    private const int LeastLength = 4096;

    private readonly StorageFile _file;
    private readonly IFileCalls _calls;
    private HeapMemory? _buffer;
    private NativeBlock? _block;
    private volatile bool _neverWaits;
    private bool _disposed;

    internal CachedReads(StorageFile file, SequentialFileOptions options) =>
        (_file, _calls) = (file, options.CacheCalls ?? NativePlatform.Files);

    /// <summary>
    /// Whether a file is read like this: through the page cache, unless the caller has named an engine for that.
    /// </summary>
    internal static bool Suit(StorageFile file, SequentialFileOptions options) =>
        file.EffectiveMode == IoMode.Buffered
        && (options.Mode is null || options is { Mode: IoMode.Buffered, Engine: null, EngineFactory: null });

    /// <summary>Where <see cref="Fill"/> puts the bytes.</summary>
    internal nint Address => _buffer!.Address;

    /// <summary>The buffer.</summary>
    internal Memory<byte> Memory => (_block ??= new NativeBlock(Address, _buffer!.Length, this)).Memory;

    /// <summary>
    /// Whether a read into the caller's memory is made at once: where that is long, or takes all that is left of the
    /// file.
    /// </summary>
    internal bool IsLong(int length, long position) =>
        length >= BufferLength || (length > 0 && length >= _file.LengthWhenOpened - position);

    /// <summary>
    /// Whether a position is where the file ended when it was opened: a read that has some bytes returns them without
    /// asking for more.
    /// </summary>
    internal bool IsEnd(long position) => position == _file.LengthWhenOpened;

    /// <summary>Reads into the caller's memory.</summary>
    /// <returns>
    /// Bytes, 0 at the end of the file; -1 when the next byte is not in the cache, or the system cannot report it.
    /// </returns>
    internal unsafe int Read(Span<byte> buffer, long position)
    {
        fixed (byte* start = buffer)
        {
            return Read((nint)start, buffer.Length, position);
        }
    }

    /// <summary>Reads into the buffer.</summary>
    /// <returns>As <see cref="Read(Span{byte}, long)"/>.</returns>
    internal int Fill(long position)
    {
        _buffer ??= new HeapMemory((int)Math.Clamp(_file.LengthWhenOpened, LeastLength, BufferLength));
        return Read(_buffer.Address, _buffer.Length, position);
    }

    /// <inheritdoc/>
    public void ThrowIfMemoryGone() => ObjectDisposedException.ThrowIf(_disposed, typeof(Stream));

    public void Dispose()
    {
        _disposed = true;
        _buffer?.Dispose();
    }

    /// <summary>Reads into native memory; any number of threads at the same time.</summary>
    /// <returns>As <see cref="Read(Span{byte}, long)"/>.</returns>
    internal int Read(nint address, int length, long position)
    {
        NativeResult result;
        do
        {
            TransferFlags flags = _neverWaits ? TransferFlags.None : TransferFlags.NoWait;
            result = _calls.Read(_file.Handle, address, length, position, flags);
        }
        while (result.Error.Kind == NativeErrorKind.Interrupted || NeedsNoFlag(result.Error));
        return result.Failed ? -1 : (int)result.Raw;
    }

    // A file system in memory never waits, and need not support the flag.
    private bool NeedsNoFlag(NativeError error)
    {
        bool isNew = error.Kind == NativeErrorKind.NotSupported && !_neverWaits && _file.IsInMemory;
        _neverWaits |= isNew;
        return isNew;
    }
}
