namespace Landspeed.Streams;

/// <summary>The part of a line that lies in blocks that were given back. Grows to the longest such line and stays.</summary>
internal sealed unsafe class LineCarry
{
    private const int LeastCapacity = 4096;

    // Pinned when made, so that lines in here and lines in blocks are both pointers.
    private byte[] _bytes = [];

    /// <summary>Bytes in it.</summary>
    internal int Length { get; private set; }

    /// <summary>Its first byte; valid until bytes are added.</summary>
    internal byte* Start => (byte*)System.Runtime.InteropServices.Marshal.UnsafeAddrOfPinnedArrayElement(_bytes, 0);

    /// <summary>The bytes; valid until bytes are added.</summary>
    internal ReadOnlySpan<byte> Span => _bytes.AsSpan(0, Length);

    /// <summary>Adds bytes.</summary>
    internal void Append(ReadOnlySpan<byte> bytes)
    {
        int needed = Length + bytes.Length;
        if (needed > _bytes.Length)
        {
            Grow(needed);
        }

        bytes.CopyTo(_bytes.AsSpan(Length));
        Length = needed;
    }

    /// <summary>Forgets the bytes.</summary>
    internal void Clear() => Length = 0;

    private void Grow(int needed)
    {
        long doubled = Math.Max(LeastCapacity, _bytes.Length * 2L);
        byte[] grown = GC.AllocateUninitializedArray<byte>((int)Math.Min(Array.MaxLength, Math.Max(doubled, needed)), pinned: true);
        Span.CopyTo(grown);
        _bytes = grown;
    }
}
