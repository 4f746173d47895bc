namespace Landspeed.Quantities;

/// <summary>Adds lengths of files, of which two together can be more than any number.</summary>
internal static class ByteSum
{
    /// <summary>The sum; the largest or smallest number where it has none.</summary>
    internal static long Of(long one, long other) =>
        (long)Int128.Clamp((Int128)one + other, long.MinValue, long.MaxValue);
}
