using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Landspeed.Experiments.Records;

/// <summary>
/// The digits in records: hexadecimal ones, sixteen at once; and base-95 ones, where 95 is the number of printable
/// ASCII characters, the lowest first: 0 is a space, 94 a tilde.
/// </summary>
internal static class RecordDigits
{
    private const uint Two = 95 * 95;
    private const uint Four = Two * Two;

    // Two base-95 digits at a time, as the two bytes of a number: 18 KB.
    private static readonly ushort[] s_pairs =
        [.. Enumerable.Range(0, (int)Two).Select(value => (ushort)((value % 95) + 0x20 | ((value / 95) + 0x20) << 8))];

    /// <summary>Returns the sixteen upper-case hexadecimal digits of a number, the highest first.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static Vector128<byte> Hexadecimal(ulong number)
    {
        // Each byte twice, side by side; then its upper half in the even positions and its lower half in the odd ones.
        Vector128<byte> bytes = Vector128.CreateScalar(BinaryPrimitives.ReverseEndianness(number)).AsByte();
        Vector128<byte> twice = Vector128.Shuffle(
            bytes, Vector128.Create((byte)0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7));
        Vector128<byte> odd = Vector128.Create((ushort)0xFF00).AsByte();
        Vector128<byte> nibbles = Vector128.ConditionalSelect(
            odd, twice, (twice.AsUInt16() >>> 4).AsByte()) & Vector128.Create((byte)0x0F);
        return Vector128.Shuffle(Vector128.Create("0123456789ABCDEF"u8), nibbles);
    }

    /// <summary>Writes the last of sixteen digits, four times each.</summary>
    /// <param name="digits">The digits, the highest first.</param>
    /// <param name="skipped">Number of the highest digits that are left out.</param>
    /// <param name="target">Four bytes per digit that is not left out: 48 or 52.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void WriteGroups(Vector128<byte> digits, byte skipped, Span<byte> target)
    {
        Vector128<byte> places = Vector128.Create((byte)0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3)
            + Vector128.Create(skipped);
        Vector128<byte> step = Vector128.Create((byte)4);
        Vector128.Shuffle(digits, places).CopyTo(target);
        Vector128.Shuffle(digits, places + step).CopyTo(target[16..]);
        Vector128.Shuffle(digits, places + step + step).CopyTo(target[32..]);
        if (target.Length > 48)
        {
            MemoryMarshal.Write(target[48..], Vector128.Shuffle(digits, Vector128.Create((byte)15)).AsUInt32()[0]);
        }
    }

    /// <summary>Returns the lowest two digits of a number, the first of them in the low byte.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ushort LowestTwo(ulong number) => s_pairs[(int)(number % Two)];

    /// <summary>Returns the lowest eight digits of a number, the first of them in the low byte.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong LowestEight(ulong number)
    {
        ulong upper = number / Four;
        return LowestFour((uint)(number - (upper * Four))) | (ulong)LowestFour((uint)(upper % Four)) << 32;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint LowestFour(uint number)
    {
        uint upper = number / Two;
        return s_pairs[(int)(number - (upper * Two))] | (uint)s_pairs[(int)upper] << 16;
    }
}
