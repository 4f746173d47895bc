using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Landspeed.Experiments.Records;

/// <summary>The filler of records: hexadecimal digits, each four times.</summary>
internal static class DigitGroups
{
    /// <summary>Writes the last of sixteen digits, four times each.</summary>
    /// <param name="digits">The digits, the highest first.</param>
    /// <param name="skipped">How many of the highest are left out.</param>
    /// <param name="target">Four bytes a digit that is not left out: 48 or 52.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Write(Vector128<byte> digits, byte skipped, Span<byte> target)
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
}
