namespace Landspeed.Quantities;

/// <summary>Adds lengths of files, the sum of two of which may overflow.</summary>
internal static class ByteSum
{
    /// <summary>Returns the sum, or the largest or smallest number if it overflows.</summary>
    internal static long Of(long one, long other) =>
        (long)Int128.Clamp((Int128)one + other, long.MinValue, long.MaxValue);
}
