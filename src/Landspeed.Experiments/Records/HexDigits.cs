using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Buffers.Binary;

namespace Landspeed.Experiments.Records;

/// <summary>Sixteen upper-case hexadecimal digits at once.</summary>
internal static class HexDigits
{
    /// <summary>The digits of a number, the highest first.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static Vector128<byte> Of(ulong number)
    {
        // Each byte twice, side by side; then its upper half in the even places and its lower half in the odd ones.
        Vector128<byte> bytes = Vector128.CreateScalar(BinaryPrimitives.ReverseEndianness(number)).AsByte();
        Vector128<byte> twice = Vector128.Shuffle(
            bytes, Vector128.Create((byte)0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7));
        Vector128<byte> odd = Vector128.Create((ushort)0xFF00).AsByte();
        Vector128<byte> nibbles = Vector128.ConditionalSelect(
            odd, twice, (twice.AsUInt16() >>> 4).AsByte()) & Vector128.Create((byte)0x0F);
        return Vector128.Shuffle(Vector128.Create("0123456789ABCDEF"u8), nibbles);
    }
}
