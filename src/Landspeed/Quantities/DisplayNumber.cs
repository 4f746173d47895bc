using System.Globalization;

namespace Landspeed.Quantities;

/// <summary>Numbers for people, in tables and in sentences alike.</summary>
public static class DisplayNumber
{
    private const int MostDecimals = 12; // 1e-12 ns per byte is beyond any clock

    /// <summary>
    /// A number with four digits or more, from 0.1 down with three; never with an exponent: <c>1,234.5</c>, <c>0.0123</c>.
    /// </summary>
    /// <param name="value">Any number.</param>
    /// <returns>Text, the same in every culture; <c>n/a</c> for one that is not finite.</returns>
    /// <remarks>Thread-safe.</remarks>
    public static string Of(double value)
    {
        if (!double.IsFinite(value))
        {
            return "n/a";
        }

        double size = Math.Abs(value);
        int decimals = size switch
        {
            0 => 0,
            >= 100 => 1,
            >= 10 => 2,
            >= 0.1 => 3,
            _ => Math.Min(MostDecimals, 2 - (int)Math.Floor(Math.Log10(size))),
        };
        return value.ToString(
            string.Create(CultureInfo.InvariantCulture, $"N{decimals}"), CultureInfo.InvariantCulture);
    }
}
