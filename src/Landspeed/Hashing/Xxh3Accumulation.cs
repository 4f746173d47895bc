using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;
using static Landspeed.Hashing.Xxh3Constants;
using static Landspeed.Hashing.Xxh3Mixing;

namespace Landspeed.Hashing;

/// <summary>
/// Inputs of more than 240 bytes: eight sums of 64 bits accumulate block after block, and are merged at the end.
/// </summary>
internal static unsafe class Xxh3Accumulation
{
    /// <summary>Number of sums in a state: 8.</summary>
    internal const int Lanes = 8;

    /// <summary>
    /// The widest kernel that runs well on this CPU: 256 bits if the runtime avoids 512 because of their clock penalty.
    /// </summary>
    internal static readonly Xxh3Width Best =
        Vector512.IsHardwareAccelerated && IsSupported(Xxh3Width.Vector512) ? Xxh3Width.Vector512
        : IsSupported(Xxh3Width.Vector256) ? Xxh3Width.Vector256
        : IsSupported(Xxh3Width.Vector128) ? Xxh3Width.Vector128
        : Xxh3Width.Scalar;

    /// <summary>True if this CPU can run a kernel, however slowly.</summary>
    internal static bool IsSupported(Xxh3Width width) => width switch
    {
        Xxh3Width.Scalar => true,
        Xxh3Width.Vector128 => BitConverter.IsLittleEndian && (Sse2.IsSupported || AdvSimd.IsSupported),
        Xxh3Width.Vector256 => Avx2.IsSupported,
        Xxh3Width.Vector512 => Avx512F.IsSupported,
        _ => throw new ArgumentOutOfRangeException(nameof(width), width, "no such width"),
    };

    /// <summary>Sets the sums to their initial values.</summary>
    internal static void Initialize(ulong* sums)
    {
        sums[0] = Prime32C;
        sums[1] = Prime64A;
        sums[2] = Prime64B;
        sums[3] = Prime64C;
        sums[4] = Prime64D;
        sums[5] = Prime32B;
        sums[6] = Prime64E;
        sums[7] = Prime32A;
    }

    /// <summary>Accumulates whole blocks that are not the last one.</summary>
    internal static void Blocks(Xxh3Width width, ulong* sums, byte* input, nint count)
    {
        switch (width)
        {
            case Xxh3Width.Vector512:
                Xxh3Vector512.Blocks(sums, input, count);
                break;
            case Xxh3Width.Vector256:
                Xxh3Vector256.Blocks(sums, input, count);
                break;
            case Xxh3Width.Vector128:
                Xxh3Vector128.Blocks(sums, input, count);
                break;
            default:
                Xxh3Scalar.Blocks(sums, input, count);
                break;
        }
    }

    /// <summary>
    /// Accumulates the last block. The 64 bytes before its end must be readable, even if they begin before its start.
    /// </summary>
    /// <param name="width">The kernel.</param>
    /// <param name="sums">The sums after all blocks before it.</param>
    /// <param name="block">Address of its first byte.</param>
    /// <param name="length">Its length, 1 to 1,024 bytes.</param>
    internal static void LastBlock(Xxh3Width width, ulong* sums, byte* block, int length)
    {
        Stripes(width, sums, block, Secret, (length - 1) / StripeLength);
        Stripes(width, sums, block + length - StripeLength, Secret + LastStripeSecret, 1);
    }

    /// <summary>Returns the lower half of the 128-bit hash, which is also the 64-bit hash.</summary>
    internal static ulong Low(ulong* sums, ulong length) => Merge(sums, unchecked(length * Prime64A), LowMergeSecret);

    /// <summary>Returns the upper half of the 128-bit hash.</summary>
    internal static ulong High(ulong* sums, ulong length) => Merge(sums, ~unchecked(length * Prime64B), HighMergeSecret);

    private static void Stripes(Xxh3Width width, ulong* sums, byte* input, byte* secret, int count)
    {
        switch (width)
        {
            case Xxh3Width.Vector512:
                Xxh3Vector512.Stripes(sums, input, secret, count);
                break;
            case Xxh3Width.Vector256:
                Xxh3Vector256.Stripes(sums, input, secret, count);
                break;
            case Xxh3Width.Vector128:
                Xxh3Vector128.Stripes(sums, input, secret, count);
                break;
            default:
                Xxh3Scalar.Stripes(sums, input, secret, count);
                break;
        }
    }

    private static ulong Merge(ulong* sums, ulong start, int secretOffset)
    {
        ulong result = start;
        byte* secret = Secret + secretOffset;
        for (int lane = 0; lane < Lanes; lane += 2)
        {
            ulong product = FoldedProduct(
                sums[lane] ^ Read64(secret + (8 * lane)), sums[lane + 1] ^ Read64(secret + (8 * lane) + 8));
            result = unchecked(result + product);
        }

        return Avalanche(result);
    }
}

/// <summary>
/// Number of bits that one instruction of a hash kernel processes. The results are equal; only the speed differs.
/// </summary>
internal enum Xxh3Width
{
    /// <summary>64: plain integers, on every machine.</summary>
    Scalar,

    /// <summary>128: SSE2 or AdvSimd.</summary>
    Vector128,

    /// <summary>256: AVX2.</summary>
    Vector256,

    /// <summary>512: AVX-512.</summary>
    Vector512,
}
