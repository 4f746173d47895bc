using System.Diagnostics;
using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Experiments.Measuring;

/// <summary>Writes data into a range of a file, several requests in flight.</summary>
/// <remarks>
/// The data is made faster than devices take it, so the device sets the pace. One instance, one thread; several may share
/// a range.
/// </remarks>
internal sealed class FileFiller : IDisposable
{
    private const int DefaultRequestSize = 1 << 20; // 1 MiB × 8: what a sequential writer needs on current devices
    private const int QueueDepth = 8;

    private readonly StorageFile _file;
    private readonly FileContent _content;
    private readonly int _requestSize;
    private readonly AlignedBufferPool _buffers;
    private readonly IIoEngine _engine;
    private readonly EngineFile _attached;
    private readonly IoCompletion[] _completions = new IoCompletion[QueueDepth];
    private readonly Transfer[] _transfers = new Transfer[QueueDepth];
    private readonly int[] _length = new int[QueueDepth];

    /// <summary>Makes engine and buffers, for incompressible data.</summary>
    /// <param name="file">Open for writing; direct where possible. Owned by the caller.</param>
    /// <param name="seed">Start of the data.</param>
    internal FileFiller(StorageFile file, ulong seed)
        : this(file, Incompressible(seed))
    {
    }

    /// <summary>Makes engine and buffers.</summary>
    /// <param name="file">Open for writing; direct where possible. Owned by the caller.</param>
    /// <param name="content">Makes the data; asked for each request once.</param>
    /// <param name="requestSize">Bytes of one request, a multiple of the file's alignment where it is direct.</param>
    internal FileFiller(StorageFile file, FileContent content, int requestSize = DefaultRequestSize)
    {
        _file = file;
        _content = content;
        _requestSize = requestSize;
        _buffers = new AlignedBufferPool(QueueDepth, requestSize, file.Geometry.MemoryAlignment);
        try
        {
            _engine = IoEngines.CreateBest(QueueDepth, out _);
            _attached = _engine.Attach(file.Handle);
            _engine.AttachMemory(_buffers.Address, _buffers.Length);
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>Fills a range; its end is then the end of the file.</summary>
    /// <param name="start">First byte; aligned when the file is direct.</param>
    /// <param name="end">Byte after the last one.</param>
    /// <param name="tick">Told the bytes written, some times a second.</param>
    /// <param name="stop">Ends it early.</param>
    /// <exception cref="NativeIOException">A write failed; nothing is in flight, the range is undefined.</exception>
    /// <exception cref="OperationCanceledException">Stopped; nothing is in flight.</exception>
    internal void Fill(long start, long end, Action<long> tick, CancellationToken stop) =>
        Fill(new FillRange(start, end), tick, stop);

    /// <summary>Fills what others that fill the same range leave; the range's end is then the end of the file.</summary>
    /// <param name="range">What is left to fill.</param>
    /// <param name="tick">Told the bytes that this one has written, some times a second.</param>
    /// <param name="stop">Ends it early.</param>
    /// <exception cref="NativeIOException">A write failed; nothing is in flight, the range is undefined.</exception>
    /// <exception cref="OperationCanceledException">Stopped; nothing is in flight.</exception>
    internal void Fill(FillRange range, Action<long> tick, CancellationToken stop)
    {
        long done = 0;
        long lastTick = Stopwatch.GetTimestamp();
        NativeIOException? failure = null;
        for (int slot = 0; slot < QueueDepth && Issue(slot, range); slot++)
        {
        }

        while (_engine.Outstanding > 0)
        {
            int count = _engine.Reap(_completions, 1);
            for (int index = 0; index < count; index++)
            {
                int slot = (int)_completions[index].Tag;
                if (!Settle(slot, _completions[index], ref failure))
                {
                    continue;
                }

                done += _length[slot];
                if (failure is null && !stop.IsCancellationRequested)
                {
                    Issue(slot, range);
                }
            }

            if (Stopwatch.GetElapsedTime(lastTick).TotalMilliseconds >= 250)
            {
                lastTick = Stopwatch.GetTimestamp();
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

        _content(offset, _buffers.SpanOf(slot)[..length]);
        int alignment = _file.EffectiveMode == IoMode.Direct ? _file.Geometry.OffsetAlignment : 1;
        _length[slot] = length;
        _transfers[slot] = new Transfer(
            new IoRequest
            {
                Operation = IoOperation.Write,
                File = _attached,
                Offset = offset,
                Address = _buffers.AddressOf(slot),
                Length = (int)Alignment.AlignUp(length, alignment),
                Flags = _file.TransferFlags,
                Tag = (ulong)slot,
            },
            alignment,
            length);
        _engine.TryQueue(_transfers[slot].Next);
        return true;
    }

    private static FileContent Incompressible(ulong seed)
    {
        var data = new IncompressibleData(seed);
        return (_, target) => data.Fill(target);
    }

    private bool Settle(int slot, in IoCompletion completion, ref NativeIOException? failure)
    {
        switch (_transfers[slot].Take(completion.Result))
        {
            case TransferState.Done:
                return true;
            case TransferState.Unfinished when failure is null:
                _engine.TryQueue(_transfers[slot].Next);
                return false;
            default:
                failure ??= RequestErrors.Describe(
                    "fill", _file, _transfers[slot].Next.Offset, _length[slot], _transfers[slot]);
                return false;
        }
    }

    /// <summary>Waits for what is in flight, then gives engine and buffers back.</summary>
    public void Dispose()
    {
        _engine?.Dispose();
        _buffers.Dispose();
    }
}
