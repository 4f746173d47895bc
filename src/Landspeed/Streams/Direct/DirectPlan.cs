using Landspeed.Engine;

namespace Landspeed.Streams.Direct;

/// <summary>
/// Cuts a caller's request of any offset, length and address into requests that the file takes: whole sectors straight
/// from or to the caller's memory where its address fits, the rest through aligned memory.
/// </summary>
/// <remarks>
/// Example with sectors of 512 bytes, offset 500, length 1,048,576, and memory that fits at the next sector: 12 bytes
/// through one bounced sector, 1,048,064 bytes straight, 500 bytes through one more. Offset 500 and length 1,000: one
/// bounced request of three sectors. An alignment of 1 bounces nothing.
/// </remarks>
internal readonly record struct DirectPlan
{
    /// <summary>First byte in the file.</summary>
    internal long Offset { get; init; }

    /// <summary>Bytes.</summary>
    internal int Count { get; init; }

    /// <summary>Of the caller's memory.</summary>
    internal nint Address { get; init; }

    /// <summary>Of offset and length of each request, bytes.</summary>
    internal int Alignment { get; init; }

    /// <summary>Of the caller's memory in a request without a bounce, bytes.</summary>
    internal int MemoryAlignment { get; init; }

    /// <summary>A request of up to so many bytes that needs a part of a sector is made in one piece.</summary>
    internal int OnePieceLength { get; init; }

    /// <summary>Largest length bounced at once, bytes.</summary>
    internal int BounceLength { get; init; }

    /// <summary>Whether parts of sectors have to be filled up from the file first: then those pieces are small.</summary>
    internal bool IsWrite { get; init; }

    /// <summary>The next request.</summary>
    /// <param name="done">Bytes of the caller's that are transferred, fewer than <see cref="Count"/>.</param>
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

        // Broken sectors of a write go with a small piece, so that little is read to fill them up.
        long limit = !IsWrite ? length
            : skip != 0 ? OnePieceLength
            : Files.Alignment.AlignDown(Offset + Count, Alignment) - start;
        return (int)Math.Min(Math.Min(length, limit), BounceLength);
    }

    private bool Fits(int done) => Files.Alignment.IsAligned(Address + done, MemoryAlignment);
}

/// <summary>One request of the system that a part of a caller's request becomes.</summary>
internal readonly record struct DirectSegment
{
    /// <summary>First byte in the file; aligned.</summary>
    internal long Offset { get; init; }

    /// <summary>Bytes of the request; aligned.</summary>
    internal int Length { get; init; }

    /// <summary>Bytes before the caller's first one: 0 but in the first segment.</summary>
    internal int Skip { get; init; }

    /// <summary>Bytes of the caller's.</summary>
    internal int Count { get; init; }

    /// <summary>Whether it goes through memory of ours instead of the caller's.</summary>
    internal bool IsBounced { get; init; }

    /// <summary>First byte in the file that is the caller's.</summary>
    internal long Start => Offset + Skip;

    /// <summary>Behind the last byte in the file that is the caller's.</summary>
    internal long End => Start + Count;
}
