namespace Landspeed.Quantities;

/// <summary>A number of bytes, 0 or more: a request size, a file length, a limit.</summary>
/// <remarks>
/// Immutable and thread-safe; 8 bytes, allocates only for text. All arithmetic is exact: a result that does not fit
/// throws. There is no division operator, because the name must say how it rounds.
/// </remarks>
internal readonly partial record struct ByteCount : IComparable<ByteCount>
{
    /// <summary>Creates a byte count.</summary>
    /// <param name="bytes">Number of bytes, 0 or more.</param>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    public ByteCount(long bytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(bytes);
        Bytes = bytes;
    }

    /// <summary>Zero bytes.</summary>
    public static ByteCount Zero => default;

    /// <summary>The largest byte count: 9,223,372,036,854,775,807, one less than 8 EiB, as for file offsets.</summary>
    public static ByteCount MaxValue => new(long.MaxValue);

    /// <summary>Number of bytes, 0 or more.</summary>
    public long Bytes { get; }

    /// <summary>Creates a multiple of 1,024 bytes.</summary>
    /// <param name="count">Number of KiB, 0 to 9,007,199,254,740,991.</param>
    /// <returns>The byte count.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative.</exception>
    /// <exception cref="OverflowException">The result does not fit.</exception>
    public static ByteCount KiB(long count) => Of(count, 1L << 10);

    /// <summary>Creates a multiple of 1,048,576 bytes.</summary>
    /// <param name="count">Number of MiB, 0 to 8,796,093,022,207.</param>
    /// <returns>The byte count.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative.</exception>
    /// <exception cref="OverflowException">The result does not fit.</exception>
    public static ByteCount MiB(long count) => Of(count, 1L << 20);

    /// <summary>Creates a multiple of 1,073,741,824 bytes.</summary>
    /// <param name="count">Number of GiB, 0 to 8,589,934,591.</param>
    /// <returns>The byte count.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative.</exception>
    /// <exception cref="OverflowException">The result does not fit.</exception>
    public static ByteCount GiB(long count) => Of(count, 1L << 30);

    /// <summary>Creates a multiple of 1,099,511,627,776 bytes.</summary>
    /// <param name="count">Number of TiB, 0 to 8,388,607.</param>
    /// <returns>The byte count.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative.</exception>
    /// <exception cref="OverflowException">The result does not fit.</exception>
    public static ByteCount TiB(long count) => Of(count, 1L << 40);

    /// <summary>Adds two byte counts exactly.</summary>
    /// <param name="left">The first summand.</param>
    /// <param name="right">The second summand.</param>
    /// <returns>The sum.</returns>
    /// <exception cref="OverflowException">The sum does not fit.</exception>
    public static ByteCount operator +(ByteCount left, ByteCount right) => new(checked(left.Bytes + right.Bytes));

    /// <summary>Subtracts a byte count exactly.</summary>
    /// <param name="left">The byte count to subtract from.</param>
    /// <param name="right">The byte count to subtract; at most <c>left</c>.</param>
    /// <returns>The difference.</returns>
    /// <exception cref="OverflowException">The result would be negative.</exception>
    public static ByteCount operator -(ByteCount left, ByteCount right) => left.Bytes >= right.Bytes
        ? new(left.Bytes - right.Bytes)
        : throw new OverflowException($"{left} less {right} would be negative");

    /// <summary>Multiplies a byte count exactly.</summary>
    /// <param name="count">The byte count.</param>
    /// <param name="factor">The factor, 0 or more.</param>
    /// <returns>The product.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The factor is negative.</exception>
    /// <exception cref="OverflowException">The product does not fit.</exception>
    public static ByteCount operator *(ByteCount count, long factor) => Of(factor, count.Bytes);

    /// <summary>Multiplies a byte count exactly.</summary>
    /// <param name="factor">The factor, 0 or more.</param>
    /// <param name="count">The byte count.</param>
    /// <returns>The product.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The factor is negative.</exception>
    /// <exception cref="OverflowException">The product does not fit.</exception>
    public static ByteCount operator *(long factor, ByteCount count) => Of(factor, count.Bytes);

    /// <summary>Compares two byte counts.</summary>
    /// <param name="left">The first byte count.</param>
    /// <param name="right">The second byte count.</param>
    /// <returns>True if the first is smaller.</returns>
    public static bool operator <(ByteCount left, ByteCount right) => left.Bytes < right.Bytes;

    /// <summary>Compares two byte counts.</summary>
    /// <param name="left">The first byte count.</param>
    /// <param name="right">The second byte count.</param>
    /// <returns>True if the first is larger.</returns>
    public static bool operator >(ByteCount left, ByteCount right) => left.Bytes > right.Bytes;

    /// <summary>Compares two byte counts.</summary>
    /// <param name="left">The first byte count.</param>
    /// <param name="right">The second byte count.</param>
    /// <returns>True if the first is smaller or equal.</returns>
    public static bool operator <=(ByteCount left, ByteCount right) => left.Bytes <= right.Bytes;

    /// <summary>Compares two byte counts.</summary>
    /// <param name="left">The first byte count.</param>
    /// <param name="right">The second byte count.</param>
    /// <returns>True if the first is larger or equal.</returns>
    public static bool operator >=(ByteCount left, ByteCount right) => left.Bytes >= right.Bytes;

    /// <summary>Orders byte counts from small to large.</summary>
    /// <param name="other">The byte count to compare with.</param>
    /// <returns>Negative, zero or positive if this is smaller, equal or larger.</returns>
    public int CompareTo(ByteCount other) => Bytes.CompareTo(other.Bytes);

    /// <summary>Checks whether this is a multiple of an alignment.</summary>
    /// <param name="alignment">1 byte or more; need not be a power of two.</param>
    /// <returns>True for a multiple, including zero.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The alignment is zero.</exception>
    public bool IsAlignedTo(ByteCount alignment) => Bytes % Positive(alignment, nameof(alignment)) == 0;

    /// <summary>Returns the largest multiple of an alignment that is not greater than this.</summary>
    /// <param name="alignment">1 byte or more; need not be a power of two.</param>
    /// <returns>The multiple.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The alignment is zero.</exception>
    public ByteCount AlignDown(ByteCount alignment) =>
        new(Bytes - (Bytes % Positive(alignment, nameof(alignment))));

    /// <summary>Returns the smallest multiple of an alignment that is not less than this.</summary>
    /// <param name="alignment">1 byte or more; need not be a power of two.</param>
    /// <returns>The multiple.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The alignment is zero.</exception>
    /// <exception cref="OverflowException">The multiple does not fit.</exception>
    public ByteCount AlignUp(ByteCount alignment) => Of(DivideRoundingUp(alignment), alignment.Bytes);

    /// <summary>Returns how many whole parts this contains.</summary>
    /// <param name="part">Size of a part, 1 byte or more.</param>
    /// <returns>The number of parts, 0 or more.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The part is zero.</exception>
    public long DivideRoundingDown(ByteCount part) => Bytes / Positive(part, nameof(part));

    /// <summary>Returns how many parts cover this; the last one may be partial.</summary>
    /// <param name="part">Size of a part, 1 byte or more.</param>
    /// <returns>The number of parts, 0 or more.</returns>
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
