using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.InteropServices;
using Landspeed.Files.Filling;

namespace Landspeed.Experiments.Measuring;

/// <summary>
/// The content of a worker's buffers: generated for writes, examined for reads. What a buffer is used for does not
/// change.
/// </summary>
internal sealed class RequestContent
{
    // Every block of a volume differs from every other one: a device that deduplicates by 4 KiB finds nothing.
    private const int StampedBlock = 4096;

    private readonly AlignedBufferPool _buffers;
    private readonly IncompressibleData _data;
    private readonly int _firstWritten;
    private readonly bool _touch;
    private ulong _sequence;
    private ulong _sum;

    /// <summary>Fills the buffers that are to be written.</summary>
    /// <param name="settings">The worker.</param>
    /// <param name="buffers">Its buffers.</param>
    /// <param name="firstWritten">
    /// The first buffer that is to be written; what is read goes into those before it.
    /// </param>
    /// <param name="seed">The same seed gives the same content.</param>
    internal RequestContent(WorkerSettings settings, AlignedBufferPool buffers, int firstWritten, ulong seed)
    {
        _buffers = buffers;
        _firstWritten = firstWritten;
        _touch = settings.Options.Touch;
        _data = new IncompressibleData(seed);
        for (int slot = firstWritten; slot < buffers.BufferCount; slot++)
        {
            _data.Fill(buffers.SpanOf(slot));
        }
    }

    /// <summary>Sum of all words read with touching: prevents the compiler from optimising the work away.</summary>
    internal ulong Sum => _sum;

    /// <summary>Prepares a buffer for a request.</summary>
    /// <param name="slot">The buffer.</param>
    /// <param name="offset">Offset to which it is written.</param>
    /// <param name="length">Bytes that are written.</param>
    /// <returns>Whether that took long enough to matter.</returns>
    internal bool Prepare(int slot, long offset, int length)
    {
        if (slot < _firstWritten)
        {
            return false;
        }

        Span<byte> buffer = _buffers.SpanOf(slot)[..length];
        if (_touch)
        {
            _data.Fill(buffer);
            return true;
        }

        Stamp(buffer, offset);
        return false;
    }

    /// <summary>Examines every byte that was read, if requested.</summary>
    /// <param name="slot">The buffer.</param>
    /// <param name="length">Bytes that were read.</param>
    /// <returns>Whether that took long enough to matter.</returns>
    internal bool Inspect(int slot, int length)
    {
        if (slot >= _firstWritten || !_touch)
        {
            return false;
        }

        Vector<ulong> sum = Vector<ulong>.Zero;
        ReadOnlySpan<byte> buffer = _buffers.SpanOf(slot)[..length];
        foreach (Vector<ulong> vector in MemoryMarshal.Cast<byte, Vector<ulong>>(buffer))
        {
            sum += vector;
        }

        int rest = buffer.Length % Vector<byte>.Count;
        ulong last = 0;
        foreach (byte value in buffer[^rest..])
        {
            last += value;
        }

        _sum = unchecked(_sum + Vector.Sum(sum) + last);
        return true;
    }

    private void Stamp(Span<byte> buffer, long offset)
    {
        for (int start = 0; start + (2 * sizeof(ulong)) <= buffer.Length; start += StampedBlock)
        {
            BinaryPrimitives.WriteInt64LittleEndian(buffer[start..], offset + start);
            BinaryPrimitives.WriteUInt64LittleEndian(buffer[(start + sizeof(ulong))..], unchecked(++_sequence));
        }
    }
}
