using static Landspeed.Hashing.Xxh3Constants;
using static Landspeed.Hashing.Xxh3Mixing;

namespace Landspeed.Hashing;

/// <summary>
/// The accumulators of a long input in plain integers: for machines without vectors, and to check the other kernels.
/// </summary>
internal static unsafe class Xxh3Scalar
{
    /// <summary>Accumulates whole blocks of 1,024 bytes, each followed by a scramble.</summary>
    internal static void Blocks(ulong* sums, byte* input, nint count)
    {
        for (; count > 0; count--)
        {
            Stripes(sums, input, Secret, StripesPerBlock);
            Scramble(sums);
            input += BlockLength;
        }
    }

    /// <summary>Accumulates stripes of 64 bytes, each with the secret 8 bytes later than the one before.</summary>
    internal static void Stripes(ulong* sums, byte* input, byte* secret, int count)
    {
        for (; count > 0; count--)
        {
            unchecked
            {
                for (int lane = 0; lane < 8; lane++)
                {
                    ulong value = Read64(input + (8 * lane));
                    ulong keyed = value ^ Read64(secret + (8 * lane));
                    sums[lane ^ 1] += value;
                    sums[lane] += (uint)keyed * (keyed >> 32);
                }

                input += StripeLength;
                secret += SecretStep;
            }
        }
    }

    private static void Scramble(ulong* sums)
    {
        for (int lane = 0; lane < 8; lane++)
        {
            ulong sum = sums[lane] ^ (sums[lane] >> 47) ^ Read64(Secret + ScrambleSecret + (8 * lane));
            sums[lane] = unchecked(sum * Prime32A);
        }
    }
}
