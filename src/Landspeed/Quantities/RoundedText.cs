using System.Globalization;

namespace Landspeed.Quantities;

/// <summary>Rounded numbers that do not vanish when they are small.</summary>
internal static class RoundedText
{
    private const int MostDecimals = 12; // 1e-12 ns per byte is beyond any clock; smaller prints as zero

    /// <summary>A number with a fixed count of decimals, or more where a small one would lose digits that count.</summary>
    /// <param name="value">Finite.</param>
    /// <param name="decimals">Decimals at least.</param>
    /// <param name="significant">Digits that count, at least.</param>
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
