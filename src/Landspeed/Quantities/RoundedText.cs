using System.Globalization;

namespace Landspeed.Quantities;

/// <summary>Rounds numbers so that small ones do not vanish.</summary>
internal static class RoundedText
{
    private const int MostDecimals = 12; // 1e-12 ns per byte is beyond any clock; smaller prints as zero

    /// <summary>
    /// Formats a number with a fixed count of decimals, or more if a small one would lose significant digits.
    /// </summary>
    /// <param name="value">A finite number.</param>
    /// <param name="decimals">Minimum number of decimals.</param>
    /// <param name="significant">Minimum number of significant digits.</param>
    internal static string Of(double value, int decimals, int significant)
    {
        double magnitude = Math.Abs(value);
        if (magnitude > 0)
        {
            int leading = (int)Math.Floor(Math.Log10(magnitude)); // 0.035: -2
            decimals = Math.Min(Math.Max(decimals, significant - 1 - leading), MostDecimals);
        }

        string text = value.ToString(string.Create(CultureInfo.InvariantCulture, $"F{decimals}"), CultureInfo.InvariantCulture);
        return text.AsSpan().IndexOfAnyInRange('1', '9') < 0 ? text.TrimStart('-') : text;
    }
}
