using System.Diagnostics;
using Landspeed.Files.Transfers;
using Landspeed.Results;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Measuring;

/// <summary>
/// Moves through the file with .NET's <see cref="FileStream"/> as most programs do: with the default buffer, without
/// hints, and byte by byte with ReadByte and WriteByte if the request is one byte.
/// </summary>
internal sealed class FileStreamWorker : IWorker
{
    // The default of FileStream's constructors; requests of at least this size bypass its buffer.
    private const int StreamBuffer = 4096;

    // Shorter requests are timed together: a time stamp of 25 ns next to a call of 2 ns would measure itself. 64 KiB
    // take 6 µs even from the cache, so that the time stamp is below 0.5 %.
    private const int TimedTogether = 65_536;

    private readonly WorkerSettings _settings;
    private readonly WorkerControl _control;
    private readonly AlignedBufferPool _buffers;
    private readonly RequestContent _content;
    private readonly FileStream _stream;
    private readonly int _groupSize;
    private long _next; // first request of the current group

    internal FileStreamWorker(WorkerSettings settings, WorkerControl control)
    {
        _settings = settings;
        _control = control;
        _groupSize = settings.RequestSize < StreamBuffer ? TimedTogether / settings.RequestSize : 1;
        _buffers = new AlignedBufferPool(1, _groupSize * settings.RequestSize, settings.File.Geometry.MemoryAlignment);
        try
        {
            int firstWritten = settings.Reads ? _buffers.BufferCount : 0;
            _content = new RequestContent(settings, _buffers, firstWritten, settings.Options.Seed);
            _stream = new FileStream(
                new SafeFileHandle(settings.File.Handle.DangerousGetHandle(), ownsHandle: false),
                settings.Reads ? FileAccess.Read : FileAccess.ReadWrite,
                StreamBuffer);
        }
        catch
        {
            _buffers.Dispose();
            throw;
        }

        Description = new WorkerDescription(
            FileApi.FileStream.ToWord(), [], [], FallbackReason: null, _buffers.HugePages);
    }

    /// <inheritdoc/>
    public WorkerTally Tally { get; } = new();

    /// <inheritdoc/>
    public WorkerDescription Description { get; }

    /// <inheritdoc/>
    public void RunPhase(in PhaseLimits limits)
    {
        long allocatedBefore = GC.GetAllocatedBytesForCurrentThread();
        long now = Stopwatch.GetTimestamp();
        long deadline = limits.DurationTicks > long.MaxValue - now ? long.MaxValue : now + limits.DurationTicks;
        long remaining = limits.Requests;
        Tally.Begin(now, limits.SampleTicks);
        try
        {
            while (remaining > 0 && now < deadline && !_control.StopRequested)
            {
                long begun = now;
                long requests = Math.Min(Math.Min(_groupSize, remaining), _settings.RequestCount - _next);
                long bytes = Move(requests);
                now = Stopwatch.GetTimestamp();
                remaining -= requests;
                Count(now, begun, requests, bytes);
                Look();
            }
        }
        catch (Exception failure) when (NativeError.TryFrom(failure, out NativeError error))
        {
            long offset = _next * _settings.RequestSize;
            throw Describe(error, offset, Math.Min(_buffers.BufferSize, _settings.FileLength - offset));
        }

        // What its buffer still contains belongs to this phase. Flushing a reader would move its cursor.
        if (!_settings.Reads)
        {
            Flush();
            now = Stopwatch.GetTimestamp();
        }

        Tally.EndTicks = now;
        Tally.AllocatedBytes = GC.GetAllocatedBytesForCurrentThread() - allocatedBefore;
    }

    /// <summary>Disposes the stream, whose file stays open, and releases the memory.</summary>
    public void Dispose()
    {
        try
        {
            _stream.Dispose();
        }
        catch (Exception failure) when (NativeError.TryFrom(failure, out _))
        {
            // A failed write was reported by the phase that made it; disposal only tries it again.
        }

        _buffers.Dispose();
    }

    private void Flush()
    {
        try
        {
            _stream.Flush();
        }
        catch (Exception failure) when (NativeError.TryFrom(failure, out NativeError error))
        {
            throw Describe(error, offset: null, length: null);
        }
    }

    private void Count(long now, long begun, long requests, long bytes)
    {
        if (_groupSize == 1)
        {
            Tally.Count(now, begun, bytes);
        }
        else
        {
            Tally.CountGroup(now, requests, bytes);
        }
    }

    // Of a byte at a time nothing is kept.
    private void Look()
    {
        if (_settings is { Reads: true, RequestSize: > 1 } && Tally.Zeros.IsDue(Tally.Requests))
        {
            Tally.Zeros.Look(Tally.Requests, _buffers.SpanOf(0)[.._settings.RequestSize]);
        }
    }

    /// <summary>Makes some requests, one after the other; none of them goes past the end of the pass.</summary>
    /// <returns>Bytes that they moved.</returns>
    private long Move(long requests)
    {
        if (_next == 0 && _stream.Position != 0)
        {
            _stream.Position = 0;
        }

        long start = _next * _settings.RequestSize;
        int length = (int)(Math.Min(_settings.FileLength, start + (requests * _settings.RequestSize)) - start);
        if (_settings.Reads)
        {
            Read(start, length);
        }
        else
        {
            _content.Prepare(0, start, length);
            Write(_buffers.SpanOf(0)[..length]);
        }

        _next = _next + requests == _settings.RequestCount ? 0 : _next + requests;
        return length;
    }

    private void Read(long start, int length)
    {
        int size = _settings.RequestSize;
        for (int done = 0; done < length; done += size)
        {
            if (size > 1)
            {
                ReadOne(_buffers.SpanOf(0)[..Math.Min(size, length - done)], start + done);
            }
            else if (_stream.ReadByte() < 0)
            {
                throw FileChanged.Shorter(_settings.File, _settings.FileLength, start + done);
            }
        }
    }

    private void Write(ReadOnlySpan<byte> data)
    {
        int size = _settings.RequestSize;
        if (size == 1)
        {
            foreach (byte value in data)
            {
                _stream.WriteByte(value);
            }

            return;
        }

        for (int done = 0; done < data.Length; done += size)
        {
            _stream.Write(data.Slice(done, Math.Min(size, data.Length - done)));
        }
    }

    private void ReadOne(Span<byte> target, long offset)
    {
        int read = _stream.Read(target);
        if (read == target.Length)
        {
            return;
        }

        Tally.ShortRequests++;
        read += _stream.ReadAtLeast(target[read..], target.Length - read, throwOnEndOfStream: false);
        if (read < target.Length)
        {
            throw FileChanged.Shorter(_settings.File, _settings.FileLength, offset + read);
        }
    }

    // The stream does not report which call of a group failed, or what its buffer contained: the range is that of the
    // group, or none.
    private NativeIOException Describe(NativeError error, long? offset, long? length) => new(
        _settings.Reads ? "read" : "write", _settings.File.Path, error, offset, length, RequestErrors.HintFor(error));
}
