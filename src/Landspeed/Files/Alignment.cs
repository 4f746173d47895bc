namespace Landspeed.Files;

/// <summary>Rounding to powers of two, as needed for offsets and lengths of direct requests.</summary>
internal static class Alignment
{
    /// <summary>Returns the largest multiple that is not above a value.</summary>
    /// <param name="value">0 or more.</param>
    /// <param name="alignment">A power of two.</param>
    /// <returns>For example 4096 for 5000 and 4096.</returns>
    public static long AlignDown(long value, long alignment) => value & ~(alignment - 1);

    /// <summary>Returns the smallest multiple that is not below a value.</summary>
    /// <param name="value">0 or more.</param>
    /// <param name="alignment">A power of two.</param>
    /// <returns>For example 8192 for 5000 and 4096; the largest number if no multiple is as large.</returns>
    public static long AlignUp(long value, long alignment) =>
        value > AlignDown(long.MaxValue, alignment) ? long.MaxValue : AlignDown(value + (alignment - 1), alignment);

    /// <summary>Checks whether a value is a multiple.</summary>
    /// <param name="value">0 or more.</param>
    /// <param name="alignment">A power of two.</param>
    public static bool IsAligned(long value, long alignment) => (value & (alignment - 1)) == 0;
}
