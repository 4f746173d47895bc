using System.Globalization;

namespace Landspeed.Quantities;

/// <summary>Bytes of a file from an offset up to, not including, an end.</summary>
/// <remarks>Immutable and safe for all threads; 16 bytes, no allocation except for text.</remarks>
public readonly record struct ByteRange
{
    /// <summary>A range.</summary>
    /// <param name="offset">First byte, 0 or more.</param>
    /// <param name="length">Bytes, 0 or more; offset and length together at most 9,223,372,036,854,775,807.</param>
    /// <exception cref="ArgumentOutOfRangeException">Either is negative, or the end does not fit.</exception>
    public ByteRange(long offset, long length)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(offset);
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(length, long.MaxValue - offset);
        Offset = offset;
        Length = length;
    }

    /// <summary>First byte.</summary>
    public long Offset { get; }

    /// <summary>Bytes, 0 or more.</summary>
    public long Length { get; }

    /// <summary>The byte after the last one.</summary>
    public long End => Offset + Length;

    /// <summary>Whether the range holds no byte.</summary>
    public bool IsEmpty => Length == 0;

    /// <summary>A range from its bounds.</summary>
    /// <param name="offset">First byte, 0 or more.</param>
    /// <param name="end">The byte after the last one, not below the offset.</param>
    /// <returns>The range.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The offset is negative, or the end lies before it.</exception>
    public static ByteRange FromBounds(long offset, long end)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(offset);
        ArgumentOutOfRangeException.ThrowIfLessThan(end, offset);
        return new(offset, end - offset);
    }

    /// <summary>Whether a byte lies inside.</summary>
    /// <param name="offset">Its offset; a negative one lies in no range.</param>
    /// <returns>True from the first byte up to, not including, the end.</returns>
    public bool Contains(long offset) => offset >= Offset && offset < End;

    /// <summary>Whether a whole range lies inside.</summary>
    /// <param name="other">The other range.</param>
    /// <returns>True when every byte of it does; an empty range when its offset lies between offset and end, both included.</returns>
    public bool Contains(ByteRange other) => other.Offset >= Offset && other.End <= End;

    /// <summary>The bytes that both ranges hold.</summary>
    /// <param name="other">The other range.</param>
    /// <returns>The common range; where there is none, an empty one at the larger offset.</returns>
    public ByteRange Intersect(ByteRange other)
    {
        long offset = Math.Max(Offset, other.Offset);
        return FromBounds(offset, Math.Max(offset, Math.Min(End, other.End)));
    }

    /// <summary>The bounds as mathematicians write them, the same in every culture: <c>[4096, 8192)</c>.</summary>
    /// <returns>Text for people.</returns>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"[{Offset}, {End})");
}
