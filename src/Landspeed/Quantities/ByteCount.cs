namespace Landspeed.Quantities;

/// <summary>A number of bytes, 0 or more: a request size, a file length, a limit.</summary>
/// <remarks>
/// Immutable and safe for all threads; 8 bytes, no allocation except for text. All arithmetic is exact: what does not
/// fit throws. There is no division operator, because rounding belongs into a name.
/// </remarks>
public readonly partial record struct ByteCount : IComparable<ByteCount>
{
    /// <summary>A number of bytes.</summary>
    /// <param name="bytes">0 or more.</param>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    public ByteCount(long bytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(bytes);
        Bytes = bytes;
    }

    /// <summary>No bytes.</summary>
    public static ByteCount Zero => default;

    /// <summary>The most that fits: 9,223,372,036,854,775,807 bytes, one less than 8 EiB, as for file offsets.</summary>
    public static ByteCount MaxValue => new(long.MaxValue);

    /// <summary>The number, 0 or more.</summary>
    public long Bytes { get; }

    /// <summary>Multiples of 1,024 bytes.</summary>
    /// <param name="count">0 to 9,007,199,254,740,991.</param>
    /// <returns>The bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative.</exception>
    /// <exception cref="OverflowException">The bytes do not fit.</exception>
    public static ByteCount KiB(long count) => Of(count, 1L << 10);

    /// <summary>Multiples of 1,048,576 bytes.</summary>
    /// <param name="count">0 to 8,796,093,022,207.</param>
    /// <returns>The bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative.</exception>
    /// <exception cref="OverflowException">The bytes do not fit.</exception>
    public static ByteCount MiB(long count) => Of(count, 1L << 20);

    /// <summary>Multiples of 1,073,741,824 bytes.</summary>
    /// <param name="count">0 to 8,589,934,591.</param>
    /// <returns>The bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative.</exception>
    /// <exception cref="OverflowException">The bytes do not fit.</exception>
    public static ByteCount GiB(long count) => Of(count, 1L << 30);

    /// <summary>Multiples of 1,099,511,627,776 bytes.</summary>
    /// <param name="count">0 to 8,388,607.</param>
    /// <returns>The bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative.</exception>
    /// <exception cref="OverflowException">The bytes do not fit.</exception>
    public static ByteCount TiB(long count) => Of(count, 1L << 40);

    /// <summary>The sum.</summary>
    /// <param name="left">One part.</param>
    /// <param name="right">The other part.</param>
    /// <returns>Both together.</returns>
    /// <exception cref="OverflowException">The sum does not fit.</exception>
    public static ByteCount operator +(ByteCount left, ByteCount right) => new(checked(left.Bytes + right.Bytes));

    /// <summary>The difference.</summary>
    /// <param name="left">The whole.</param>
    /// <param name="right">What is taken away; at most the whole.</param>
    /// <returns>What remains.</returns>
    /// <exception cref="OverflowException">More is taken away than there is.</exception>
    public static ByteCount operator -(ByteCount left, ByteCount right) => left.Bytes >= right.Bytes
        ? new(left.Bytes - right.Bytes)
        : throw new OverflowException($"{left} less {right} would be negative");

    /// <summary>A multiple.</summary>
    /// <param name="count">One part.</param>
    /// <param name="factor">How often, 0 or more.</param>
    /// <returns>The parts together.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The factor is negative.</exception>
    /// <exception cref="OverflowException">The product does not fit.</exception>
    public static ByteCount operator *(ByteCount count, long factor) => Of(factor, count.Bytes);

    /// <summary>A multiple.</summary>
    /// <param name="factor">How often, 0 or more.</param>
    /// <param name="count">One part.</param>
    /// <returns>The parts together.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The factor is negative.</exception>
    /// <exception cref="OverflowException">The product does not fit.</exception>
    public static ByteCount operator *(long factor, ByteCount count) => Of(factor, count.Bytes);

    /// <summary>Whether the left is less.</summary>
    /// <param name="left">One.</param>
    /// <param name="right">The other.</param>
    /// <returns>True when fewer bytes.</returns>
    public static bool operator <(ByteCount left, ByteCount right) => left.Bytes < right.Bytes;

    /// <summary>Whether the left is more.</summary>
    /// <param name="left">One.</param>
    /// <param name="right">The other.</param>
    /// <returns>True when more bytes.</returns>
    public static bool operator >(ByteCount left, ByteCount right) => left.Bytes > right.Bytes;

    /// <summary>Whether the left is less or the same.</summary>
    /// <param name="left">One.</param>
    /// <param name="right">The other.</param>
    /// <returns>True when not more bytes.</returns>
    public static bool operator <=(ByteCount left, ByteCount right) => left.Bytes <= right.Bytes;

    /// <summary>Whether the left is more or the same.</summary>
    /// <param name="left">One.</param>
    /// <param name="right">The other.</param>
    /// <returns>True when not fewer bytes.</returns>
    public static bool operator >=(ByteCount left, ByteCount right) => left.Bytes >= right.Bytes;

    /// <summary>Orders by number of bytes.</summary>
    /// <param name="other">The other.</param>
    /// <returns>Negative, zero or positive as this is less, the same or more.</returns>
    public int CompareTo(ByteCount other) => Bytes.CompareTo(other.Bytes);

    /// <summary>Whether this is a multiple.</summary>
    /// <param name="alignment">1 byte or more; need not be a power of two.</param>
    /// <returns>True for a multiple, also for zero.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The alignment is zero.</exception>
    public bool IsAlignedTo(ByteCount alignment) => Bytes % Positive(alignment, nameof(alignment)) == 0;

    /// <summary>The largest multiple that is not more than this.</summary>
    /// <param name="alignment">1 byte or more; need not be a power of two.</param>
    /// <returns>The multiple.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The alignment is zero.</exception>
    public ByteCount AlignDown(ByteCount alignment) =>
        new(Bytes - (Bytes % Positive(alignment, nameof(alignment))));

    /// <summary>The smallest multiple that is not less than this.</summary>
    /// <param name="alignment">1 byte or more; need not be a power of two.</param>
    /// <returns>The multiple.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The alignment is zero.</exception>
    /// <exception cref="OverflowException">The multiple does not fit.</exception>
    public ByteCount AlignUp(ByteCount alignment) => Of(DivideRoundingUp(alignment), alignment.Bytes);

    /// <summary>How many whole parts this holds.</summary>
    /// <param name="part">1 byte or more.</param>
    /// <returns>0 or more.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The part is zero.</exception>
    public long DivideRoundingDown(ByteCount part) => Bytes / Positive(part, nameof(part));

    /// <summary>How many parts cover this, the last one perhaps not full.</summary>
    /// <param name="part">1 byte or more.</param>
    /// <returns>0 or more.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The part is zero.</exception>
    public long DivideRoundingUp(ByteCount part)
    {
        (long whole, long rest) = Math.DivRem(Bytes, Positive(part, nameof(part)));
        return rest == 0 ? whole : whole + 1;
    }

    private static ByteCount Of(long count, long unit)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        return new(checked(count * unit));
    }

    private static long Positive(ByteCount value, string name)
    {
        ArgumentOutOfRangeException.ThrowIfZero(value.Bytes, name);
        return value.Bytes;
    }
}
