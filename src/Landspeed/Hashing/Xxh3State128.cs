using static Landspeed.Hashing.Xxh3Constants;

namespace Landspeed.Hashing;

/// <summary>
/// Computes the 128-bit XXH3 of bytes added piece by piece: equal to <see cref="Xxh3.Hash128(ReadOnlySpan{byte})"/> of
/// all bytes together, however they are divided.
/// </summary>
/// <remarks>
/// For use by one thread at a time. About 1.2 KiB, allocated once; no call allocates. Not cryptographic.
/// </remarks>
internal sealed unsafe class Xxh3State128
{
    // The last 64 accumulated bytes, followed by those not accumulated yet: the very last stripe may reach back.
    private readonly byte[] _recent = new byte[StripeLength + BlockLength];
    private readonly ulong[] _sums = new ulong[Xxh3Accumulation.Lanes];
    private readonly Xxh3Width _width;
    private int _pending;

    /// <summary>Creates an empty state.</summary>
    public Xxh3State128()
        : this(Xxh3Accumulation.Best)
    {
    }

    /// <summary>Creates a state with a given kernel, which the CPU must support.</summary>
    internal Xxh3State128(Xxh3Width width)
    {
        _width = width;
        Reset();
    }

    /// <summary>Bytes added since the beginning or the last reset.</summary>
    public long Length { get; private set; }

    /// <summary>The hash of all bytes so far. Reading it changes nothing; more bytes may follow.</summary>
    /// <remarks>Costs at most hashing 1 KiB; no allocation.</remarks>
    public Hash128 Current
    {
        get
        {
            fixed (byte* recent = _recent)
            {
                if (Length <= LongestShort)
                {
                    return Xxh3Short128.Hash(recent + StripeLength, _pending);
                }

                ulong* final = stackalloc ulong[Xxh3Accumulation.Lanes];
                _sums.CopyTo(new Span<ulong>(final, Xxh3Accumulation.Lanes));
                Xxh3Accumulation.LastBlock(_width, final, recent + StripeLength, _pending);
                return new Hash128(
                    Xxh3Accumulation.High(final, (ulong)Length), Xxh3Accumulation.Low(final, (ulong)Length));
            }
        }
    }

    /// <summary>Resets the state to empty.</summary>
    public void Reset()
    {
        fixed (ulong* sums = _sums)
        {
            Xxh3Accumulation.Initialize(sums);
        }

        _pending = 0;
        Length = 0;
    }

    /// <summary>Adds bytes.</summary>
    /// <param name="data">Any number of bytes, possibly none; no alignment needed; not kept.</param>
    /// <exception cref="OverflowException">
    /// There would be more than 9,223,372,036,854,775,807 bytes; nothing was added.
    /// </exception>
    public void Append(ReadOnlySpan<byte> data)
    {
        Length += data.Length;

        // Whether a full block is the last one is known only when another byte follows, so up to one block always
        // waits.
        if (data.Length > BlockLength - _pending)
        {
            data = data[CompleteBlock(data)..];
            int blocks = (data.Length - 1) / BlockLength;
            if (blocks > 0)
            {
                data = data[TakeBlocks(data, blocks)..];
            }
        }

        data.CopyTo(_recent.AsSpan(StripeLength + _pending));
        _pending += data.Length;
    }

    /// <summary>Fills the waiting block, which may be empty, and accumulates it.</summary>
    /// <returns>Bytes used, fewer than there are.</returns>
    private int CompleteBlock(ReadOnlySpan<byte> data)
    {
        if (_pending == 0)
        {
            return 0;
        }

        int missing = BlockLength - _pending;
        data[..missing].CopyTo(_recent.AsSpan(StripeLength + _pending));
        _pending = 0;
        TakeBlocks(_recent.AsSpan(StripeLength), 1);
        return missing;
    }

    private int TakeBlocks(ReadOnlySpan<byte> data, int count)
    {
        int length = count * BlockLength;
        fixed (byte* input = data)
        fixed (ulong* sums = _sums)
        {
            Xxh3Accumulation.Blocks(_width, sums, input, count);
        }

        data.Slice(length - StripeLength, StripeLength).CopyTo(_recent);
        return length;
    }
}
