using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;
using static Landspeed.Hashing.Xxh3Constants;

namespace Landspeed.Hashing;

/// <summary>The accumulators of a long input in four registers of 128 bits. Needs SSE2 or AdvSimd.</summary>
internal static unsafe class Xxh3Vector128
{
    /// <inheritdoc cref="Xxh3Scalar.Blocks"/>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    internal static void Blocks(ulong* sums, byte* input, nint count)
    {
        unchecked
        {
            Vector128<ulong> first = Vector128.Load(sums);
            Vector128<ulong> second = Vector128.Load(sums + 2);
            Vector128<ulong> third = Vector128.Load(sums + 4);
            Vector128<ulong> fourth = Vector128.Load(sums + 6);
            byte* secret = Secret;
            for (; count > 0; count--)
            {
                byte* end = secret + (SecretStep * StripesPerBlock);
                for (byte* key = secret; key < end; key += SecretStep)
                {
                    first = Added(first, input, key);
                    second = Added(second, input + 16, key + 16);
                    third = Added(third, input + 32, key + 32);
                    fourth = Added(fourth, input + 48, key + 48);
                    input += StripeLength;
                }

                first = Scrambled(first, secret + ScrambleSecret);
                second = Scrambled(second, secret + ScrambleSecret + 16);
                third = Scrambled(third, secret + ScrambleSecret + 32);
                fourth = Scrambled(fourth, secret + ScrambleSecret + 48);
            }

            first.Store(sums);
            second.Store(sums + 2);
            third.Store(sums + 4);
            fourth.Store(sums + 6);
        }
    }

    /// <inheritdoc cref="Xxh3Scalar.Stripes"/>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    internal static void Stripes(ulong* sums, byte* input, byte* secret, int count)
    {
        unchecked
        {
            Vector128<ulong> first = Vector128.Load(sums);
            Vector128<ulong> second = Vector128.Load(sums + 2);
            Vector128<ulong> third = Vector128.Load(sums + 4);
            Vector128<ulong> fourth = Vector128.Load(sums + 6);
            for (; count > 0; count--)
            {
                first = Added(first, input, secret);
                second = Added(second, input + 16, secret + 16);
                third = Added(third, input + 32, secret + 32);
                fourth = Added(fourth, input + 48, secret + 48);
                input += StripeLength;
                secret += SecretStep;
            }

            first.Store(sums);
            second.Store(sums + 2);
            third.Store(sums + 4);
            fourth.Store(sums + 6);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> Added(Vector128<ulong> sum, byte* input, byte* secret)
    {
        Vector128<ulong> value = Vector128.Load((ulong*)input);
        Vector128<ulong> keyed = value ^ Vector128.Load((ulong*)secret);
        Vector128<ulong> swapped = Vector128.Shuffle(value, Vector128.Create(1UL, 0UL));
        return sum + swapped + HalvesProduct(keyed, keyed >>> 32);
    }

    // The prime has 32 bits, so two products of halves yield the lower 64 bits of the full product.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> Scrambled(Vector128<ulong> sum, byte* secret)
    {
        sum ^= (sum >>> 47) ^ Vector128.Load((ulong*)secret);
        Vector128<ulong> prime = Vector128.Create(Prime32A);
        return HalvesProduct(sum, prime) + (HalvesProduct(sum >>> 32, prime) << 32);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> HalvesProduct(Vector128<ulong> left, Vector128<ulong> right) => Sse2.IsSupported
        ? Sse2.Multiply(left.AsUInt32(), right.AsUInt32())
        : AdvSimd.MultiplyWideningLower(AdvSimd.ExtractNarrowingLower(left), AdvSimd.ExtractNarrowingLower(right));
}
