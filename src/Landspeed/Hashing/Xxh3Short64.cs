using System.Buffers.Binary;
using System.Numerics;
using static Landspeed.Hashing.Xxh3Constants;
using static Landspeed.Hashing.Xxh3Mixing;

namespace Landspeed.Hashing;

/// <summary>The 64-bit hash of up to 240 bytes.</summary>
internal static unsafe class Xxh3Short64
{
    internal static ulong Hash(byte* input, int length) => length switch
    {
        0 => OldAvalanche(SecretPair(56)),
        <= 3 => OldAvalanche(Read32(Secret) ^ Read32(Secret + 4) ^ UpToThree(input, length)),
        <= 8 => UpTo8(input, length),
        <= 16 => UpTo16(input, length),
        <= 128 => UpTo128(input, length),
        _ => UpTo240(input, length),
    };

    private static ulong UpTo8(byte* input, int length)
    {
        unchecked
        {
            ulong value = SecretPair(8) ^ (Read32(input + length - 4) | ((ulong)Read32(input) << 32));
            value ^= BitOperations.RotateLeft(value, 49) ^ BitOperations.RotateLeft(value, 24);
            value *= PrimeMixB;
            value ^= (value >> 35) + (ulong)length;
            value *= PrimeMixB;
            return value ^ (value >> 28);
        }
    }

    private static ulong UpTo16(byte* input, int length)
    {
        ulong low = SecretPair(24) ^ Read64(input);
        ulong high = SecretPair(40) ^ Read64(input + length - 8);
        return Avalanche(unchecked(
            (ulong)length + BinaryPrimitives.ReverseEndianness(low) + high + FoldedProduct(low, high)));
    }

    private static ulong UpTo128(byte* input, int length)
    {
        unchecked
        {
            ulong sum = (ulong)length * Prime64A;
            for (int index = (length - 1) >> 5; index >= 0; index--)
            {
                sum += Mix16(input + (16 * index), 32 * index);
                sum += Mix16(input + length - (16 * index) - 16, (32 * index) + 16);
            }

            return Avalanche(sum);
        }
    }

    private static ulong UpTo240(byte* input, int length)
    {
        unchecked
        {
            ulong sum = (ulong)length * Prime64A;
            int index = 0;
            for (; index < 8; index++)
            {
                sum += Mix16(input + (16 * index), 16 * index);
            }

            sum = Avalanche(sum);
            for (; index < length >> 4; index++)
            {
                sum += Mix16(input + (16 * index), (16 * (index - 8)) + 3);
            }

            return Avalanche(sum + Mix16(input + length - 16, 119));
        }
    }
}
