using System.Runtime.CompilerServices;

namespace Landspeed.Experiments.Records;

/// <summary>
/// The sort benchmark's 128-bit numbers: X(0) = 0, X(i + 1) = A × X(i) + C modulo 2^128. Record n is generated from X(n
/// + 1).
/// </summary>
/// <remarks>
/// A mutable value that is stepped; two halves instead of UInt128, which costs half as much again here.
/// </remarks>
internal struct RandomSequence
{
    private const ulong FactorHigh = 0x2360ED051FC65DA4;
    private const ulong FactorLow = 0x4385DF649FCCF645;
    private const ulong AddendHigh = 0x4A696D4772617952; // "JimGrayR"
    private const ulong AddendLow = 0x4950202020202001; // "IP", spaces, 1

    private RandomSequence(UInt128 value)
    {
        (High, Low) = unchecked(((ulong)(value >> 64), (ulong)value));
    }

    /// <summary>The upper 64 bits of the number.</summary>
    internal ulong High { get; private set; }

    /// <summary>The lower 64 bits of the number.</summary>
    internal ulong Low { get; private set; }

    /// <summary>Returns the number from which record n is generated: X(n + 1).</summary>
    /// <remarks>
    /// n + 1 steps in at most 65 squarings: a double step is x → A²x + (A + 1)C. One step is done last, because n + 1
    /// may need 65 bits.
    /// </remarks>
    internal static RandomSequence OfRecord(ulong number)
    {
        unchecked
        {
            var factor = new UInt128(FactorHigh, FactorLow);
            var addend = new UInt128(AddendHigh, AddendLow);
            UInt128 value = 0;
            for (; number != 0; number >>= 1)
            {
                if ((number & 1) != 0)
                {
                    value = (factor * value) + addend;
                }

                addend *= factor + 1;
                factor *= factor;
            }

            var sequence = new RandomSequence(value);
            sequence.Step();
            return sequence;
        }
    }

    /// <summary>Advances to the next number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Step()
    {
        unchecked
        {
            ulong high = Math.BigMul(Low, FactorLow, out ulong low) + (Low * FactorHigh) + (High * FactorLow) + AddendHigh;
            low += AddendLow;
            High = high + (low < AddendLow ? 1UL : 0UL);
            Low = low;
        }
    }
}
