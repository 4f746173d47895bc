using System.Runtime.CompilerServices;

namespace Landspeed.Experiments.Records;

/// <summary>Digits to the base 95, the number of printable ASCII characters, the lowest first: 0 is a space, 94 a tilde.</summary>
internal static class PrintableDigits
{
    private const uint Two = 95 * 95;
    private const uint Four = Two * Two;

    // Two digits at a time, as the two bytes of a number: 18 KB.
    private static readonly ushort[] s_pairs =
        [.. Enumerable.Range(0, (int)Two).Select(value => (ushort)((value % 95) + 0x20 | ((value / 95) + 0x20) << 8))];

    /// <summary>The lowest two digits of a number, the first of them in the low byte.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ushort LowestTwo(ulong number) => s_pairs[(int)(number % Two)];

    /// <summary>The lowest eight digits of a number, the first of them in the low byte.</summary>
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
