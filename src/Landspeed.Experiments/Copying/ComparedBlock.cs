using Landspeed.Files.Transfers;

namespace Landspeed.Experiments.Copying;

/// <summary>The same block of two files.</summary>
/// <param name="ring">Reads both; it has two buffers for each block.</param>
/// <param name="index">The block's number.</param>
internal sealed class ComparedBlock(TransferRing ring, int index)
{
    /// <summary>The first file's part.</summary>
    internal ComparedSide One { get; } = new(ring, 2 * index);

    /// <summary>The other file's part.</summary>
    internal ComparedSide Other { get; } = new(ring, (2 * index) + 1);

    /// <summary>Its first byte in the files.</summary>
    internal long Offset { get; private set; }

    /// <summary>Its length in bytes, as far as the files have so many.</summary>
    internal int Length { get; private set; }

    /// <summary>True if reading has ended on both sides.</summary>
    internal bool IsRead => One.IsRead && Other.IsRead;

    /// <summary>True if neither file has all of it.</summary>
    internal bool EndsFiles => One.Count < Length && Other.Count < Length;

    /// <summary>Chooses the part of the files.</summary>
    internal void Begin(long offset, int length)
    {
        (Offset, Length) = (offset, length);
        One.Forget();
        Other.Forget();
    }

    /// <summary>Compares what was read.</summary>
    /// <returns>Offset in the files of the first byte that differs, or that only one of them has, or null.</returns>
    internal long? FirstDifference()
    {
        int length = Math.Min(One.Count, Other.Count);
        int same = One.Bytes[..length].CommonPrefixLength(Other.Bytes[..length]);
        return same < length || One.Count != Other.Count ? Offset + same : null;
    }
}
