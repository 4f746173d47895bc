using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Landspeed.Experiments.Records;

/// <summary>Computes CRC-32 (zlib's) of records of 100 bytes, whose known length makes it cheap.</summary>
/// <remarks>
/// A CRC is the remainder of the message as a polynomial over GF(2). With the length known, each piece of 8 bytes has
/// one factor, x to the power of its distance from the end modulo the CRC's polynomial; the products are added and
/// reduced once. That is 12 independent carry-less multiplications and 3 to reduce, without a chain through the record.
/// Bits are reflected: bit 0 of a number is its highest power. Source: Gopal et al., "Fast CRC Computation for Generic
/// Polynomials Using PCLMULQDQ", 2009; the factors are computed here.
/// </remarks>
internal static class RecordCrc
{
    private const int Pieces = RecordSet.RecordLength / 16;
    private const ulong Polynomial = 0x1_DB71_0641; // x^32 + x^26 + ... + 1, reflected, 33 bits
    private const ulong Quotient = 0x1_F701_1641; // x^64 / the polynomial, reflected, 33 bits
    private const uint PolynomialBelow32 = 0xEDB8_8320;

    private static readonly Vector128<ulong>[] s_factors = [.. Enumerable.Range(0, Pieces).Select(Factors)];
    private static readonly ulong s_fold = PowerOfX(63);

    // The effect of the inversion before and after is the same for all records.
    private static readonly uint s_ofZeros = CrcTables.Compute(new byte[RecordSet.RecordLength]);

    /// <summary>Computes the CRC of a record.</summary>
    /// <param name="record">100 bytes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static uint Compute(ReadOnlySpan<byte> record) =>
        Pclmulqdq.IsSupported ? Multiply(record) : CrcTables.Compute(record);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Multiply(ReadOnlySpan<byte> record)
    {
        ref byte start = ref MemoryMarshal.GetReference(record[..RecordSet.RecordLength]);
        ref Vector128<ulong> factors = ref MemoryMarshal.GetArrayDataReference(s_factors);
        Vector128<ulong> sum = Product(ref start, ref factors, 0) ^ Product(ref start, ref factors, 1)
            ^ Product(ref start, ref factors, 2) ^ Product(ref start, ref factors, 3)
            ^ Product(ref start, ref factors, 4) ^ Product(ref start, ref factors, 5);
        ulong rest = sum[1] ^ Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref start, Pieces * 16));
        Vector128<ulong> folded = Pclmulqdq.CarrylessMultiply(sum, Vector128.CreateScalar(s_fold), 0x00);
        return Reduce(rest ^ folded[1]) ^ s_ofZeros;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> Product(ref byte start, ref Vector128<ulong> factors, int piece)
    {
        Vector128<ulong> bytes = Vector128.LoadUnsafe(ref start, (nuint)(piece * 16)).AsUInt64();
        Vector128<ulong> factor = Unsafe.Add(ref factors, piece);
        return Pclmulqdq.CarrylessMultiply(bytes, factor, 0x00) ^ Pclmulqdq.CarrylessMultiply(bytes, factor, 0x11);
    }

    // 64 bits modulo the polynomial (Barrett).
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Reduce(ulong value)
    {
        Vector128<ulong> constants = Vector128.Create(Quotient, Polynomial);
        Vector128<ulong> estimate = Pclmulqdq.CarrylessMultiply(Vector128.CreateScalar(value & uint.MaxValue), constants, 0x00);
        Vector128<ulong> multiple = Pclmulqdq.CarrylessMultiply(
            Vector128.CreateScalar(estimate[0] & uint.MaxValue), constants, 0x10);
        return (uint)((value ^ multiple[0]) >> 32);
    }

    // The product of two reflected numbers is one power of x too low in 128 bits: each factor is one less than the
    // distance.
    private static Vector128<ulong> Factors(int piece)
    {
        int bitsAfter = (RecordSet.RecordLength - (piece * 16) - 16) * 8;
        return Vector128.Create(PowerOfX(bitsAfter + 64 + 31), PowerOfX(bitsAfter + 31));
    }

    // x^n modulo the polynomial, reflected in the upper half.
    private static ulong PowerOfX(int power)
    {
        uint value = 0x8000_0000; // 1
        for (int index = 0; index < power; index++)
        {
            value = (value >> 1) ^ ((value & 1) != 0 ? PolynomialBelow32 : 0);
        }

        return (ulong)value << 32;
    }
}
