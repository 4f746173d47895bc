namespace Landspeed.Files;

/// <summary>Rounding to powers of two.</summary>
internal static class Alignment
{
    internal static long AlignDown(long value, long alignment) => value & ~(alignment - 1);

    internal static long AlignUp(long value, long alignment) => AlignDown(value + (alignment - 1), alignment);

    internal static bool IsAligned(long value, long alignment) => (value & (alignment - 1)) == 0;
}
