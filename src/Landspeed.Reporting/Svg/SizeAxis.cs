using System.Numerics;
using Landspeed.Reporting.Words;

namespace Landspeed.Reporting.Svg;

/// <summary>A logarithmic axis of sizes with ticks at powers of two, four, sixteen or 1,024.</summary>
internal static class SizeAxis
{
    /// <summary>From one power of two to another; half a byte is possible, but no tick.</summary>
    /// <param name="title">What it shows.</param>
    /// <param name="smallest">Smallest size in bytes, 1 or more.</param>
    /// <param name="largest">Largest size, not below it.</param>
    public static Axis Of(string title, long smallest, long largest)
    {
        int first = BitOperations.Log2((ulong)smallest);
        int last = BitOperations.Log2((ulong)largest) + (BitOperations.IsPow2(largest) ? 0 : 1);
        if (first == last)
        {
            (first, last) = (first - 1, last + 1);
        }

        int[] strides = [1, 2, 4, 10];
        return new Axis(title, new LogScale(Math.Pow(2, first), Math.Pow(2, last)), [.. strides
            .Select(stride => Ticks(first, last, stride)).Where(ticks => ticks.Count > 0)]);
    }

    private static List<Tick> Ticks(int first, int last, int stride) =>
        [.. Enumerable.Range(first, last - first + 1).Where(exponent => exponent >= 0 && exponent % stride == 0)
            .Select(exponent => new Tick(Math.Pow(2, exponent), Label(exponent)))];

    /// <summary>A file cannot have more than 2^63 - 1 bytes, an axis may end one above.</summary>
    private static string Label(int exponent) => exponent < 63 ? Format.ExactSize(1L << exponent) : "8 EiB";
}
