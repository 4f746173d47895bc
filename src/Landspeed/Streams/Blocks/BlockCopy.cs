using System.Runtime.Intrinsics;

namespace Landspeed.Streams.Blocks;

/// <summary>
/// Copies a writer's bytes into a block while bypassing the CPU caches: this process does not read the block again, and
/// storing through the caches would first read the lines that it replaces.
/// </summary>
internal static unsafe class BlockCopy
{
    // Shorter pieces are copied normally: 1,024 bytes, below which the edges cost as much as is saved.
    private const int LeastLength = 1024;

    // A cache line, stored whole.
    private const int LineLength = 64;

    /// <summary>Copies all bytes; the target has room for them.</summary>
    internal static void Copy(ReadOnlySpan<byte> source, Span<byte> target)
    {
        if (source.Length < LeastLength || !Vector256.IsHardwareAccelerated)
        {
            source.CopyTo(target);
            return;
        }

        fixed (byte* from = source)
        fixed (byte* to = target)
        {
            int head = (int)(-(nint)to & (LineLength - 1));
            source[..head].CopyTo(target);
            int middle = (source.Length - head) & -LineLength;
            Stream(from + head, to + head, middle);
            source[(head + middle)..].CopyTo(target[(head + middle)..]);
        }
    }

    private static void Stream(byte* from, byte* to, int length)
    {
        for (byte* end = from + length; from != end; from += LineLength, to += LineLength)
        {
            Vector256<byte> first = Vector256.Load(from);
            Vector256<byte> second = Vector256.Load(from + Vector256<byte>.Count);
            first.StoreAlignedNonTemporal(to);
            second.StoreAlignedNonTemporal(to + Vector256<byte>.Count);
        }
    }
}
