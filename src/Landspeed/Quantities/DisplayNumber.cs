using System.Globalization;

namespace Landspeed.Quantities;

/// <summary>Formats numbers for people, both in tables and in sentences.</summary>
internal static class DisplayNumber
{
    private const int MostDecimals = 12; // 1e-12 ns per byte is beyond any clock
    private const int KnownDigits = 3; // of a value whose spread is unknown
    private const int FewestDigits = 2;
    private const int MostDigits = 4;

    /// <summary>
    /// Formats a number with as many digits as its spread allows: <c>2,500</c> for 2,539.3 ± 380, <c>2,539</c> for
    /// 2,539.3 ± 3.
    /// </summary>
    /// <param name="value">Any number.</param>
    /// <param name="halfWidth">
    /// Half the width of the interval that contains the true value, in the same unit; 0 or not finite if unknown.
    /// </param>
    /// <returns>
    /// Text, the same in every culture; <c>n/a</c> for a value that is not finite. The last digit printed has the place
    /// of the half width's first digit, or the next place if the half width begins with 1 or 2. There are at least two
    /// digits, and at most four unless more are before the decimal point. If the spread is unknown, there are three
    /// digits and all of those before the point.
    /// </returns>
    /// <remarks>Thread-safe.</remarks>
    public static string Of(double value, double halfWidth)
    {
        if (!double.IsFinite(value))
        {
            return "n/a";
        }

        if (value == 0)
        {
            return "0";
        }

        int position = LastDigit(value, halfWidth);
        int decimals = Math.Clamp(-position, 0, MostDecimals);
        double unit = Math.Pow(10, Math.Max(position, 0));
        return (Math.Round(value / unit) is var units && position > 0 ? units * unit : value).ToString(
            string.Create(CultureInfo.InvariantCulture, $"N{decimals}"), CultureInfo.InvariantCulture);
    }

    /// <summary>Formats a byte count within a sentence: <c>1 byte</c>, <c>9,999 bytes</c>, <c>210 MB</c>.</summary>
    /// <param name="bytes">Number of bytes.</param>
    /// <returns>Exact below 10,000, otherwise three digits and a decimal unit.</returns>
    /// <remarks>Thread-safe.</remarks>
    public static string Bytes(long bytes)
    {
        const int MostExact = 9_999;
        const double NextUnit = 999.5; // prints as 1,000
        if (Math.Abs((double)bytes) <= MostExact)
        {
            return string.Create(CultureInfo.InvariantCulture, $"{bytes:N0} {(bytes == 1 ? "byte" : "bytes")}");
        }

        string[] units = ["kB", "MB", "GB", "TB", "PB", "EB"];
        double value = bytes / 1e3;
        int unit = 0;
        while (Math.Abs(value) >= NextUnit)
        {
            value /= 1e3;
            unit++;
        }

        return $"{Of(value, halfWidth: 0)} {units[unit]}";
    }

    // The power of ten of the last digit.
    private static int LastDigit(double value, double halfWidth)
    {
        int leading = Leading(Math.Abs(value), digits: KnownDigits);
        if (!double.IsFinite(halfWidth) || halfWidth <= 0)
        {
            return Math.Min(0, leading - (KnownDigits - 1));
        }

        int width = (int)Math.Floor(Math.Log10(halfWidth));
        bool below = halfWidth / Math.Pow(10, width) < 3 - 1e-9; // 0.3 / 0.1 is a little less than 3
        int last = below ? width - 1 : width;
        return Math.Clamp(last, Math.Min(0, leading - (MostDigits - 1)), leading - (FewestDigits - 1));
    }

    // 2 for 99.96 with three digits, because it prints as 100.
    private static int Leading(double size, int digits)
    {
        int leading = (int)Math.Floor(Math.Log10(size));
        double last = Math.Pow(10, leading - digits + 1);
        return Math.Round(size / last) >= Math.Pow(10, digits) ? leading + 1 : leading;
    }
}
