using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using static Landspeed.Hashing.Xxh3Constants;

namespace Landspeed.Hashing;

/// <summary>The accumulators of a long input in two registers of 256 bits. Needs AVX2.</summary>
internal static unsafe class Xxh3Vector256
{
    /// <inheritdoc cref="Xxh3Scalar.Blocks"/>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    internal static void Blocks(ulong* sums, byte* input, nint count)
    {
        unchecked
        {
            Vector256<ulong> first = Vector256.Load(sums);
            Vector256<ulong> second = Vector256.Load(sums + 4);
            byte* secret = Secret;
            for (; count > 0; count--)
            {
                byte* end = secret + (SecretStep * StripesPerBlock);
                for (byte* key = secret; key < end; key += SecretStep)
                {
                    first = Added(first, input, key);
                    second = Added(second, input + 32, key + 32);
                    input += StripeLength;
                }

                first = Scrambled(first, secret + ScrambleSecret);
                second = Scrambled(second, secret + ScrambleSecret + 32);
            }

            first.Store(sums);
            second.Store(sums + 4);
        }
    }

    /// <inheritdoc cref="Xxh3Scalar.Stripes"/>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    internal static void Stripes(ulong* sums, byte* input, byte* secret, int count)
    {
        unchecked
        {
            Vector256<ulong> first = Vector256.Load(sums);
            Vector256<ulong> second = Vector256.Load(sums + 4);
            for (; count > 0; count--)
            {
                first = Added(first, input, secret);
                second = Added(second, input + 32, secret + 32);
                input += StripeLength;
                secret += SecretStep;
            }

            first.Store(sums);
            second.Store(sums + 4);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> Added(Vector256<ulong> sum, byte* input, byte* secret)
    {
        Vector256<ulong> value = Vector256.Load((ulong*)input);
        Vector256<ulong> keyed = value ^ Vector256.Load((ulong*)secret);
        Vector256<ulong> swapped = Vector256.Shuffle(value, Vector256.Create(1UL, 0UL, 3UL, 2UL));
        return sum + swapped + HalvesProduct(keyed, keyed >>> 32);
    }

    // The prime has 32 bits, so two products of halves yield the lower 64 bits of the full product.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> Scrambled(Vector256<ulong> sum, byte* secret)
    {
        sum ^= (sum >>> 47) ^ Vector256.Load((ulong*)secret);
        Vector256<ulong> prime = Vector256.Create(Prime32A);
        return HalvesProduct(sum, prime) + (HalvesProduct(sum >>> 32, prime) << 32);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> HalvesProduct(Vector256<ulong> left, Vector256<ulong> right) =>
        Avx2.Multiply(left.AsUInt32(), right.AsUInt32());
}
