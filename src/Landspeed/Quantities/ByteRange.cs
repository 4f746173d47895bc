using System.Globalization;

namespace Landspeed.Quantities;

/// <summary>A range of bytes of a file, from an offset up to but not including an end.</summary>
/// <remarks>Immutable and thread-safe; 16 bytes, allocates only for text.</remarks>
internal readonly record struct ByteRange
{
    /// <summary>Creates a range from its offset and length.</summary>
    /// <param name="offset">First byte, 0 or more.</param>
    /// <param name="length">
    /// Length in bytes, 0 or more; offset and length together at most 9,223,372,036,854,775,807.
    /// </param>
    /// <exception cref="ArgumentOutOfRangeException">Either value is negative, or the end does not fit.</exception>
    public ByteRange(long offset, long length)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(offset);
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(length, long.MaxValue - offset);
        Offset = offset;
        Length = length;
    }

    /// <summary>Offset of the first byte.</summary>
    public long Offset { get; }

    /// <summary>Length in bytes, 0 or more.</summary>
    public long Length { get; }

    /// <summary>Offset after the last byte.</summary>
    public long End => Offset + Length;

    /// <summary>True if the range contains no bytes.</summary>
    public bool IsEmpty => Length == 0;

    /// <summary>Creates a range from its bounds.</summary>
    /// <param name="offset">First byte, 0 or more.</param>
    /// <param name="end">Offset after the last byte, not below the first.</param>
    /// <returns>The range.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The offset is negative, or the end is before it.</exception>
    public static ByteRange FromBounds(long offset, long end)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(offset);
        ArgumentOutOfRangeException.ThrowIfLessThan(end, offset);
        return new(offset, end - offset);
    }

    /// <summary>Checks whether a byte is inside the range.</summary>
    /// <param name="offset">Its offset; a negative one is in no range.</param>
    /// <returns>True from the first byte up to but not including the end.</returns>
    public bool Contains(long offset) => offset >= Offset && offset < End;

    /// <summary>Checks whether another range is entirely inside this one.</summary>
    /// <param name="other">The other range.</param>
    /// <returns>
    /// True if every byte of it is; for an empty range, if its offset is between this range's offset and end,
    /// inclusive.
    /// </returns>
    public bool Contains(ByteRange other) => other.Offset >= Offset && other.End <= End;

    /// <summary>Returns the bytes that both ranges contain.</summary>
    /// <param name="other">The other range.</param>
    /// <returns>The common range, or an empty one at the larger offset if there is none.</returns>
    public ByteRange Intersect(ByteRange other)
    {
        long offset = Math.Max(Offset, other.Offset);
        return FromBounds(offset, Math.Max(offset, Math.Min(End, other.End)));
    }

    /// <summary>Returns the bounds as a half-open interval, the same in every culture: <c>[4096, 8192)</c>.</summary>
    /// <returns>Text for people.</returns>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"[{Offset}, {End})");
}
