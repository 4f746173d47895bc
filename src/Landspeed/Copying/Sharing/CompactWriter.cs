using System.Buffers;

namespace Landspeed.Copying.Sharing;

/// <summary>Writes the numbers and bytes of a message, with few bytes for small numbers.</summary>
/// <remarks>For use by one thread. Numbers are LEB128: 7 bits per byte, the lowest first.</remarks>
internal sealed class CompactWriter
{
    private readonly ArrayBufferWriter<byte> _bytes = new();

    /// <summary>Bytes written so far.</summary>
    internal int Length => _bytes.WrittenCount;

    /// <summary>Writes a number of 0 or more: 1 byte up to 127, 9 for the largest.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative. Nothing was written.</exception>
    internal void Write(long number)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(number);
        Span<byte> room = _bytes.GetSpan(9);
        int length = 0;
        for (; number > 0x7F; number >>= 7)
        {
            room[length++] = (byte)((number & 0x7F) | 0x80);
        }

        room[length++] = (byte)number;
        _bytes.Advance(length);
    }

    /// <summary>Writes a count followed by the bytes.</summary>
    internal void Write(ReadOnlySpan<byte> bytes)
    {
        Write(bytes.Length);
        _bytes.Write(bytes);
    }

    /// <summary>Returns the bytes written so far.</summary>
    internal byte[] ToArray() => _bytes.WrittenSpan.ToArray();
}
