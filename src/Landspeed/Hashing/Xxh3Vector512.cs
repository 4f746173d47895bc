using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using static Landspeed.Hashing.Xxh3Constants;

namespace Landspeed.Hashing;

/// <summary>The accumulators of a long input in one register of 512 bits. Needs AVX-512F.</summary>
internal static unsafe class Xxh3Vector512
{
    /// <inheritdoc cref="Xxh3Scalar.Blocks"/>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    internal static void Blocks(ulong* sums, byte* input, nint count)
    {
        unchecked
        {
            Vector512<ulong> sum = Vector512.Load(sums);
            byte* secret = Secret;
            for (; count > 0; count--)
            {
                byte* end = secret + (SecretStep * StripesPerBlock);
                for (byte* key = secret; key < end; key += SecretStep)
                {
                    sum = Added(sum, input, key);
                    input += StripeLength;
                }

                sum = Scrambled(sum, secret + ScrambleSecret);
            }

            sum.Store(sums);
        }
    }

    /// <inheritdoc cref="Xxh3Scalar.Stripes"/>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    internal static void Stripes(ulong* sums, byte* input, byte* secret, int count)
    {
        unchecked
        {
            Vector512<ulong> sum = Vector512.Load(sums);
            for (; count > 0; count--)
            {
                sum = Added(sum, input, secret);
                input += StripeLength;
                secret += SecretStep;
            }

            sum.Store(sums);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ulong> Added(Vector512<ulong> sum, byte* input, byte* secret)
    {
        Vector512<ulong> value = Vector512.Load((ulong*)input);
        Vector512<ulong> keyed = value ^ Vector512.Load((ulong*)secret);
        Vector512<ulong> swapped = Vector512.Shuffle(value, Vector512.Create(1UL, 0UL, 3UL, 2UL, 5UL, 4UL, 7UL, 6UL));
        return sum + swapped + HalvesProduct(keyed, keyed >>> 32);
    }

    // The prime has 32 bits, so two products of halves yield the lower 64 bits of the full product.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ulong> Scrambled(Vector512<ulong> sum, byte* secret)
    {
        sum ^= (sum >>> 47) ^ Vector512.Load((ulong*)secret);
        Vector512<ulong> prime = Vector512.Create(Prime32A);
        return HalvesProduct(sum, prime) + (HalvesProduct(sum >>> 32, prime) << 32);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ulong> HalvesProduct(Vector512<ulong> left, Vector512<ulong> right) =>
        Avx512F.Multiply(left.AsUInt32(), right.AsUInt32());
}
