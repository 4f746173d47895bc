using System.Buffers.Binary;
using System.Numerics;
using static Landspeed.Hashing.Xxh3Constants;
using static Landspeed.Hashing.Xxh3Mixing;

namespace Landspeed.Hashing;

/// <summary>The 128-bit hash of up to 240 bytes.</summary>
internal static unsafe class Xxh3Short128
{
    internal static Hash128 Hash(byte* input, int length) => length switch
    {
        0 => new Hash128(OldAvalanche(SecretPair(80)), OldAvalanche(SecretPair(64))),
        <= 3 => UpTo3(input, length),
        <= 8 => UpTo8(input, length),
        <= 16 => UpTo16(input, length),
        <= 128 => UpTo128(input, length),
        _ => UpTo240(input, length),
    };

    private static Hash128 UpTo3(byte* input, int length)
    {
        uint combined = UpToThree(input, length);
        uint turned = BitOperations.RotateLeft(BinaryPrimitives.ReverseEndianness(combined), 13);
        return new Hash128(
            OldAvalanche(Read32(Secret + 8) ^ Read32(Secret + 12) ^ turned),
            OldAvalanche(Read32(Secret) ^ Read32(Secret + 4) ^ combined));
    }

    private static Hash128 UpTo8(byte* input, int length)
    {
        unchecked
        {
            ulong combined = Read32(input) | ((ulong)Read32(input + length - 4) << 32);
            ulong high = Math.BigMul(SecretPair(16) ^ combined, Prime64A + ((ulong)length << 2), out ulong low);
            high += low << 1;
            low ^= high >> 3;
            low ^= low >> 35;
            low *= PrimeMixB;
            low ^= low >> 28;
            return new Hash128(Avalanche(high), low);
        }
    }

    private static Hash128 UpTo16(byte* input, int length)
    {
        unchecked
        {
            ulong last = Read64(input + length - 8);
            ulong both = SecretPair(32) ^ Read64(input) ^ last;
            ulong second = SecretPair(48) ^ last;
            ulong high = Math.BigMul(both, Prime64A, out ulong low);
            low += (ulong)(length - 1) << 54;
            high += (second & 0xFFFF_FFFF_0000_0000) + ((uint)second * Prime32B);
            low ^= BinaryPrimitives.ReverseEndianness(high);
            ulong carried = Math.BigMul(low, Prime64B, out low);
            return new Hash128(Avalanche(carried + (high * Prime64B)), Avalanche(low));
        }
    }

    private static Hash128 UpTo128(byte* input, int length)
    {
        // Pairs of chunks from both ends towards the middle; the innermost pair comes first.
        (ulong low, ulong high) = (unchecked((ulong)length * Prime64A), 0UL);
        for (int index = (length - 1) >> 5; index >= 0; index--)
        {
            MixPair(ref low, ref high, input + (16 * index), input + length - (16 * index) - 16, 32 * index);
        }

        return Finish(low, high, length);
    }

    private static Hash128 UpTo240(byte* input, int length)
    {
        (ulong low, ulong high) = (unchecked((ulong)length * Prime64A), 0UL);
        int index = 0;
        for (; index < 4; index++)
        {
            MixPair(ref low, ref high, input + (32 * index), input + (32 * index) + 16, 32 * index);
        }

        (low, high) = (Avalanche(low), Avalanche(high));
        for (; index < length >> 5; index++)
        {
            MixPair(ref low, ref high, input + (32 * index), input + (32 * index) + 16, (32 * (index - 4)) + 3);
        }

        MixPair(ref low, ref high, input + length - 16, input + length - 32, 103);
        return Finish(low, high, length);
    }

    private static void MixPair(ref ulong low, ref ulong high, byte* first, byte* second, int secretOffset)
    {
        unchecked
        {
            low += Mix16(first, secretOffset);
            low ^= Read64(second) + Read64(second + 8);
            high += Mix16(second, secretOffset + 16);
            high ^= Read64(first) + Read64(first + 8);
        }
    }

    private static Hash128 Finish(ulong low, ulong high, int length)
    {
        unchecked
        {
            ulong blend = (low * Prime64A) + (high * Prime64D) + ((ulong)length * Prime64B);
            return new Hash128(0 - Avalanche(blend), Avalanche(low + high));
        }
    }
}
