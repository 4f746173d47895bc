using Landspeed.Engine;

namespace Landspeed.Streams.Direct;

/// <summary>
/// Splits a caller's request of any offset, length and address into requests that the file accepts: whole sectors
/// directly from or to the caller's memory where its address is aligned, the rest through aligned memory.
/// </summary>
/// <remarks>
/// Example with sectors of 512 bytes, offset 500, length 1,048,576, and memory that is aligned at the next sector: 12
/// bytes through one bounced sector, 1,048,064 bytes directly, 500 bytes through another. Offset 500 and length 1,000:
/// one bounced request of three sectors. With an alignment of 1 nothing is bounced.
/// </remarks>
internal readonly record struct DirectPlan
{
    /// <summary>First byte in the file.</summary>
    internal long Offset { get; init; }

    internal int Count { get; init; }

    /// <summary>Address of the caller's memory.</summary>
    internal nint Address { get; init; }

    /// <summary>Required alignment of the offset and length of each request, bytes.</summary>
    internal int Alignment { get; init; }

    /// <summary>Required alignment of the caller's memory in a request that is not bounced, bytes.</summary>
    internal int MemoryAlignment { get; init; }

    /// <summary>A request of up to this many bytes that needs part of a sector is made in one piece.</summary>
    internal int OnePieceLength { get; init; }

    /// <summary>Largest length bounced at once, bytes.</summary>
    internal int BounceLength { get; init; }

    /// <summary>True if partial sectors must first be filled from the file; those pieces are then kept small.</summary>
    internal bool IsWrite { get; init; }

    /// <summary>Returns the next request.</summary>
    /// <param name="done">Bytes of the caller's request already transferred, fewer than <see cref="Count"/>.</param>
    internal DirectSegment Next(int done)
    {
        long position = Offset + done;
        long start = Files.Alignment.AlignDown(position, Alignment);
        long last = Files.Alignment.AlignUp(Offset + Count, Alignment);
        int straight = StraightLength(done, position, last);
        if (straight > 0)
        {
            return new DirectSegment { Offset = position, Length = straight, Count = straight };
        }

        int length = BouncedLength(done, position, start, last);
        return new DirectSegment
        {
            Offset = start,
            Length = length,
            Skip = (int)(position - start),
            Count = (int)(Math.Min(Offset + Count, start + length) - position),
            IsBounced = true,
        };
    }

    private int StraightLength(int done, long position, long last)
    {
        long whole = Files.Alignment.AlignDown(Offset + Count, Alignment) - position;
        bool isInOnePiece = last != Offset + Count && last - position <= OnePieceLength;
        return Files.Alignment.IsAligned(position, Alignment) && Fits(done) && whole > 0 && !isInOnePiece
            ? (int)Math.Min(whole, Files.Alignment.AlignDown(EngineLimits.MaximumTransfer, Alignment))
            : 0;
    }

    private int BouncedLength(int done, long position, long start, long last)
    {
        long length = last - start;
        if (length <= OnePieceLength)
        {
            return (int)length;
        }

        int skip = (int)(position - start);
        if (skip != 0 && Fits(done + (Alignment - skip)))
        {
            return Alignment;
        }

        // Partial sectors of a write go with a small piece, so that little is read to fill them.
        long limit = !IsWrite ? length
            : skip != 0 ? OnePieceLength
            : Files.Alignment.AlignDown(Offset + Count, Alignment) - start;
        return (int)Math.Min(Math.Min(length, limit), BounceLength);
    }

    private bool Fits(int done) => Files.Alignment.IsAligned(Address + done, MemoryAlignment);
}

/// <summary>One system request for a part of the caller's request.</summary>
internal readonly record struct DirectSegment
{
    /// <summary>First byte in the file; aligned.</summary>
    internal long Offset { get; init; }

    /// <summary>Bytes of the request; aligned.</summary>
    internal int Length { get; init; }

    /// <summary>Bytes before the caller's first byte; 0 except in the first segment.</summary>
    internal int Skip { get; init; }

    /// <summary>Bytes for the caller.</summary>
    internal int Count { get; init; }

    /// <summary>True if it goes through our memory rather than the caller's.</summary>
    internal bool IsBounced { get; init; }

    /// <summary>File offset of the caller's first byte.</summary>
    internal long Start => Offset + Skip;

    /// <summary>File offset after the caller's last byte.</summary>
    internal long End => Start + Count;
}
