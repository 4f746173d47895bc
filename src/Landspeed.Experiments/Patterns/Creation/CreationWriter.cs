using Landspeed.Engine;
using Landspeed.Experiments.Rounds;
using Landspeed.Files;
using Landspeed.Files.Filling;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Patterns.Creation;

/// <summary>Writes a file from start to end, one request after the other.</summary>
/// <remarks>
/// Buffered: a <see cref="FileStream"/> with its defaults, byte by byte with WriteByte if a request is one byte.
/// Direct: the system's own call. For use by one thread, for one file.
/// </remarks>
internal sealed class CreationWriter : IDisposable
{
    // The default of FileStream's constructors; requests of at least this size bypass its buffer.
    private const int StreamBuffer = 4096;

    // Between two checks for a stop; also the data, which is repeated.
    private const int BytesAtOnce = 1 << 20;

    private readonly CreationCase _case;
    private readonly AlignedBufferPool _data;

    private CreationWriter(CreationCase one, AlignedBufferPool data) => (_case, _data) = (one, data);

    /// <summary>Prepares the data.</summary>
    /// <param name="one">What is written.</param>
    /// <param name="seed">Seed of the data.</param>
    internal static CreationWriter Of(CreationCase one, ulong seed)
    {
        var data = new AlignedBufferPool(1, Math.Max(1, BytesAtOnce / one.RequestSize) * one.RequestSize);
        new IncompressibleData(seed).Fill(data.SpanOf(0));
        return new CreationWriter(one, data);
    }

    /// <summary>
    /// Writes the whole file; data buffered in the program has been passed to the system when this returns.
    /// </summary>
    /// <param name="file">Empty, or reserved; open for writing.</param>
    /// <param name="monitor">Stops it.</param>
    /// <exception cref="IOException">The system refused.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal void Write(StorageFile file, ProgressMonitor monitor)
    {
        if (file.EffectiveMode == IoMode.Direct)
        {
            var transfer = new WholeTransfer(file.Handle, file.Path) { Alignment = file.Geometry.OffsetAlignment };
            InChunks(monitor, (offset, length) => WriteDirect(transfer, offset, length));
            return;
        }

        using var stream = new FileStream(
            new SafeFileHandle(file.Handle.DangerousGetHandle(), ownsHandle: false), FileAccess.Write, StreamBuffer);
        InChunks(monitor, (_, length) => WriteBuffered(stream, _data.SpanOf(0)[..length]));
        stream.Flush();
    }

    /// <summary>Releases the memory.</summary>
    public void Dispose() => _data.Dispose();

    private void InChunks(ProgressMonitor monitor, Action<long, int> write)
    {
        for (long done = 0; done < _case.Length;)
        {
            monitor.ThrowIfStopped();
            int length = (int)Math.Min(_data.BufferSize, _case.Length - done);
            write(done, length);
            done += length;
            monitor.Report(done, _case.Length);
        }
    }

    private void WriteDirect(WholeTransfer transfer, long offset, int length)
    {
        for (int done = 0; done < length; done += _case.RequestSize)
        {
            transfer.Write(_data.Address + done, _case.RequestSize, offset + done);
        }
    }

    private void WriteBuffered(FileStream stream, ReadOnlySpan<byte> data)
    {
        if (_case.RequestSize == 1)
        {
            foreach (byte value in data)
            {
                stream.WriteByte(value);
            }

            return;
        }

        for (int done = 0; done < data.Length; done += _case.RequestSize)
        {
            stream.Write(data.Slice(done, _case.RequestSize));
        }
    }
}
