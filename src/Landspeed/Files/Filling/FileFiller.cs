using System.Diagnostics;
using Landspeed.Engine;
using Landspeed.Files.Transfers;

namespace Landspeed.Files.Filling;

/// <summary>Writes data into a range of a file with several requests in flight.</summary>
/// <remarks>
/// The data is generated faster than devices take it, so the device sets the pace. Each instance is used by one thread;
/// several may share a range.
/// </remarks>
internal sealed class FileFiller : IDisposable
{
    private const int DefaultRequestSize = 1 << 20; // 1 MiB × 8: what a sequential writer needs on current devices

    /// <summary>Requests in flight: 8.</summary>
    internal const int QueueDepth = 8;

    // Four times a second, even while the device accepts no bytes.
    private static readonly long s_tick = Stopwatch.Frequency / 4;

    private readonly StorageFile _file;
    private readonly FillContent _content;
    private readonly int _requestSize;
    private readonly TransferRing _ring;
    private readonly EngineFile _attached;
    private readonly int[] _length = new int[QueueDepth];

    /// <summary>Creates the buffers.</summary>
    /// <param name="file">Open for writing; direct if possible. Owned by the caller.</param>
    /// <param name="engine">
    /// An engine with room for <see cref="QueueDepth"/> requests; owned by the filler, even if this throws.
    /// </param>
    /// <param name="content">Generates the data; called once per request.</param>
    /// <param name="requestSize">Bytes per request, a multiple of the file's alignment if it is direct.</param>
    internal FileFiller(StorageFile file, IIoEngine engine, FillContent content, int requestSize = DefaultRequestSize)
    {
        (_file, _content, _requestSize) = (file, content, requestSize);
        _ring = new TransferRing(engine, QueueDepth, requestSize, file.Geometry.MemoryAlignment);
        try
        {
            _attached = engine.Attach(file.Handle);
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>Returns data that no device can compress.</summary>
    /// <param name="seed">Start of the data.</param>
    internal static FillContent Incompressible(ulong seed)
    {
        var data = new IncompressibleData(seed);
        return (_, target) => data.Fill(target);
    }

    /// <summary>Fills a range; its end is then the end of the file.</summary>
    /// <param name="start">First byte; must be aligned if the file is direct.</param>
    /// <param name="end">Byte after the last one.</param>
    /// <param name="tick">Receives the bytes written, several times a second.</param>
    /// <param name="stop">Stops early.</param>
    /// <exception cref="NativeIOException">A write failed; nothing is in flight, the range is undefined.</exception>
    /// <exception cref="OperationCanceledException">Stopped; nothing is in flight.</exception>
    internal void Fill(long start, long end, Action<long> tick, CancellationToken stop) =>
        Fill(new FillRange(start, end), tick, stop);

    /// <summary>
    /// Fills what is left of a range that several fillers share; the range's end is then the end of the file.
    /// </summary>
    /// <param name="range">The shared range.</param>
    /// <param name="tick">Receives the bytes that this filler has written, several times a second.</param>
    /// <param name="stop">Stops early.</param>
    /// <exception cref="NativeIOException">A write failed; nothing is in flight, the range is undefined.</exception>
    /// <exception cref="OperationCanceledException">Stopped; nothing is in flight.</exception>
    internal void Fill(FillRange range, Action<long> tick, CancellationToken stop)
    {
        long done = 0;
        long nextTick = Stopwatch.GetTimestamp() + s_tick;
        NativeIOException? failure = null;
        for (int slot = 0; slot < QueueDepth && Issue(slot, range); slot++)
        {
        }

        while (!_ring.IsIdle)
        {
            foreach (int slot in _ring.Reap(nextTick))
            {
                if (_ring.TransferOf(slot).HasFailed)
                {
                    failure ??= RequestErrors.Describe("fill", _file, _ring.TransferOf(slot));
                    continue;
                }

                done += _length[slot];
                if (failure is null && !stop.IsCancellationRequested)
                {
                    Issue(slot, range);
                }
            }

            if (Stopwatch.GetTimestamp() is var now && now >= nextTick)
            {
                nextTick = now + s_tick;
                tick(done);
            }
        }

        if (failure is not null)
        {
            throw failure;
        }

        stop.ThrowIfCancellationRequested();
    }

    private bool Issue(int slot, FillRange range)
    {
        if (!range.TryTake(_requestSize, out long offset, out int length))
        {
            return false;
        }

        _content(offset, _ring.BytesOf(slot)[..length]);
        _length[slot] = length;
        _ring.Start(slot, FileTransfers.Write(_file, _attached, _ring.AddressOf(slot), offset, length, slot));
        return true;
    }

    /// <summary>Waits for requests in flight, then releases engine and buffers.</summary>
    public void Dispose() => _ring.Dispose();
}

/// <summary>Generates bytes of a file.</summary>
/// <param name="offset">File offset of the first of them.</param>
/// <param name="target">Receives them.</param>
internal delegate void FillContent(long offset, Span<byte> target);

/// <summary>A range of a file from which several threads take pieces, in order.</summary>
/// <param name="start">First byte; must be aligned if the file is direct.</param>
/// <param name="end">Byte after the last one.</param>
/// <remarks>Thread-safe.</remarks>
internal sealed class FillRange(long start, long end)
{
    private readonly Lock _turn = new();
    private long _next = start;

    /// <summary>Takes the next piece.</summary>
    /// <param name="size">Bytes wanted; fewer at the end.</param>
    /// <param name="offset">File offset of its first byte.</param>
    /// <param name="length">Its length in bytes.</param>
    /// <returns>False if nothing is left.</returns>
    internal bool TryTake(int size, out long offset, out int length)
    {
        lock (_turn)
        {
            offset = _next;
            length = (int)Math.Min(size, end - _next);
            _next += Math.Max(0, length);
            return length > 0;
        }
    }
}
