using System.Buffers;
using System.Globalization;

namespace Landspeed.Cli.Arguments;

/// <summary>Numbers of bytes as people type and read them.</summary>
internal static class Sizes
{
    private static readonly (string Suffix, long Factor)[] DecimalUnits =
        [("kB", 1000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("TB", 1_000_000_000_000), ("B", 1)];

    private static readonly SearchValues<char> NumberCharacters = SearchValues.Create("0123456789.");

    private const string BinaryLetters = "KMGT";

    /// <summary>Reads <c>64K</c>, <c>64KiB</c>, <c>64kB</c>, <c>1.5GiB</c> or plain bytes.</summary>
    /// <returns>Whether the text is a whole number of bytes from 0 up.</returns>
    internal static bool TryParse(string text, out long bytes)
    {
        bytes = 0;
        int digits = text.AsSpan().IndexOfAnyExcept(NumberCharacters);
        string number = digits < 0 ? text : text[..digits];
        if (Factor(digits < 0 ? string.Empty : text[digits..]) is not { } factor
            || !decimal.TryParse(
                number, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out decimal value))
        {
            return false;
        }

        // At most 28 digits and a factor of 13: checked, because decimal throws on overflow.
        if (value > long.MaxValue / factor || value * factor != decimal.Truncate(value * factor))
        {
            return false;
        }

        bytes = (long)(value * factor);
        return true;
    }

    /// <summary>For example <c>64 KiB</c> or <c>1.5 GiB</c>; bytes when no unit fits.</summary>
    internal static string Format(long bytes)
    {
        for (int power = BinaryLetters.Length; power >= 1; power--)
        {
            long unit = 1L << (10 * power);
            if (bytes >= unit)
            {
                return string.Create(
                    CultureInfo.InvariantCulture, $"{bytes / (double)unit:0.##} {BinaryLetters[power - 1]}iB");
            }
        }

        return string.Create(CultureInfo.InvariantCulture, $"{bytes} bytes");
    }

    private static long? Factor(string suffix)
    {
        if (suffix.Length == 0)
        {
            return 1;
        }

        int power = BinaryLetters.IndexOf(char.ToUpperInvariant(suffix[0]), StringComparison.Ordinal) + 1;
        bool binary = suffix.Length == 1 || (suffix.Length == 3 && suffix.EndsWith("iB", StringComparison.Ordinal));
        if (power > 0 && binary)
        {
            return 1L << (10 * power);
        }

        return DecimalUnits.Where(unit => unit.Suffix == suffix).Select(unit => (long?)unit.Factor).FirstOrDefault();
    }
}
