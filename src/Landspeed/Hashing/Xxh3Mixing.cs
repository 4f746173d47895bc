using System.Runtime.CompilerServices;
using static Landspeed.Hashing.Xxh3Constants;

namespace Landspeed.Hashing;

/// <summary>
/// The steps that all input lengths share. All arithmetic is modulo 2^64, all reads are little-endian.
/// </summary>
internal static unsafe class Xxh3Mixing
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Read64(byte* at)
    {
        ulong value = Unsafe.ReadUnaligned<ulong>(at);
        return BitConverter.IsLittleEndian ? value : System.Buffers.Binary.BinaryPrimitives.ReverseEndianness(value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static uint Read32(byte* at)
    {
        uint value = Unsafe.ReadUnaligned<uint>(at);
        return BitConverter.IsLittleEndian ? value : System.Buffers.Binary.BinaryPrimitives.ReverseEndianness(value);
    }

    /// <summary>Combines two adjacent words of the secret.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong SecretPair(int offset) => Read64(Secret + offset) ^ Read64(Secret + offset + 8);

    /// <summary>Combines the halves of a 128-bit product.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong FoldedProduct(ulong left, ulong right)
    {
        ulong high = Math.BigMul(left, right, out ulong low);
        return low ^ high;
    }

    /// <summary>Mixes sixteen bytes of input with sixteen of the secret.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Mix16(byte* input, int secretOffset) => unchecked(FoldedProduct(
        Read64(input) ^ Read64(Secret + secretOffset), Read64(input + 8) ^ Read64(Secret + secretOffset + 8)));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Avalanche(ulong value)
    {
        value ^= value >> 37;
        value = unchecked(value * PrimeMixA);
        return value ^ (value >> 32);
    }

    /// <summary>The final mix of the older XXH64, used for the shortest and the empty input.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong OldAvalanche(ulong value)
    {
        value ^= value >> 33;
        value = unchecked(value * Prime64B);
        value ^= value >> 29;
        value = unchecked(value * Prime64C);
        return value ^ (value >> 32);
    }

    /// <summary>Combines first, middle and last byte and the length of one to three bytes in one number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static uint UpToThree(byte* input, int length) =>
        input[length - 1] | ((uint)length << 8) | ((uint)input[0] << 16) | ((uint)input[length >> 1] << 24);
}
