using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Platform.Observation;

namespace Landspeed.Streams.Blocks;

/// <summary>
/// Reads cached data on the caller's thread as long as that needs no wait, with no second copy and no other thread.
/// Measured warm against reading ahead: copying from the cache is all the work there is.
/// </summary>
internal sealed class CachedReads : IMemoryOwnerState, IDisposable
{
    /// <summary>
    /// Shorter reads go through a buffer of this length: 65,536 bytes, at most half of a common second-level cache.
    /// </summary>
    internal const int BufferLength = 64 * 1024;

    // For a file that is shorter, or empty and growing.
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
    /// True if a file is read like this: through the page cache, unless the caller has named an engine.
    /// </summary>
    internal static bool Suit(StorageFile file, SequentialFileOptions options) =>
        file.EffectiveMode == IoMode.Buffered
        && (options.Mode is null || options is { Mode: IoMode.Buffered, Engine: null, EngineFactory: null });

    /// <summary>Address to which <see cref="Fill"/> reads.</summary>
    internal nint Address => _buffer!.Address;

    /// <summary>The buffer.</summary>
    internal Memory<byte> Memory => (_block ??= new NativeBlock(Address, _buffer!.Length, this)).Memory;

    /// <summary>
    /// True if a read goes directly into the caller's memory, because it is long or covers the rest of the file.
    /// </summary>
    internal bool IsLong(int length, long position) =>
        length >= BufferLength || (length > 0 && length >= _file.LengthWhenOpened - position);

    /// <summary>
    /// True if a position is where the file ended when it was opened: a read that has some bytes returns them without
    /// asking for more.
    /// </summary>
    internal bool IsEnd(long position) => position == _file.LengthWhenOpened;

    /// <summary>Reads into the caller's memory.</summary>
    /// <returns>
    /// Bytes read, 0 at the end of the file, or -1 if the next byte is not in the cache or the system cannot report it.
    /// </returns>
    internal unsafe int Read(Span<byte> buffer, long position)
    {
        fixed (byte* start = buffer)
        {
            return Read((nint)start, buffer.Length, position);
        }
    }

    /// <summary>Reads into the buffer.</summary>
    /// <returns>As in <see cref="Read(Span{byte}, long)"/>.</returns>
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

    /// <summary>Reads into native memory; any number of threads may call it at the same time.</summary>
    /// <returns>As in <see cref="Read(Span{byte}, long)"/>.</returns>
    internal int Read(nint address, int length, long position)
    {
        NativeResult result;
        do
        {
            TransferFlags flags = _neverWaits ? TransferFlags.None : TransferFlags.NoWait;
            result = _calls.Read(_file.Handle, address, length, position, flags);
        }
        while (result.Error.Kind == NativeErrorKind.Interrupted || NeedsNoFlag(result.Error));
        IoMeter.Took(isWrite: false, result);
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
