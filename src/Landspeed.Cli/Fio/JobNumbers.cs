using System.Globalization;
using System.Text.RegularExpressions;

namespace Landspeed.Cli.Fio;

/// <summary>The numbers of fio: sizes, times, and what is computed from the machine.</summary>
/// <param name="isDecimal">Whether <c>k</c> is 1,000 and <c>kib</c> 1,024; otherwise the reverse (<c>kb_base</c>).
/// </param>
internal sealed partial class JobNumbers(bool isDecimal)
{
    private const string Powers = "kmgtp";
    private const int LongestSum = 200;

    private static readonly (string Suffix, double Seconds)[] s_times =
    [
        ("usec", 1e-6), ("msec", 1e-3), ("sec", 1), ("us", 1e-6), ("ms", 1e-3), ("ns", 1e-9), ("s", 1), ("m", 60),
        ("h", 3600), ("d", 86400),
    ];

    /// <summary>
    /// A number of bytes: <c>4k</c>, <c>0x1000</c>, <c>10*$pagesize</c>; null: it is none. It is whole: fio stops
    /// reading at a point.
    /// </summary>
    internal long? Size(string text)
    {
        string word = text.ToLowerInvariant();
        if (Computed(word) is { } computed)
        {
            return Whole(computed);
        }

        Match parts = Sized().Match(word);
        return !parts.Success || Number(parts.Groups["number"].Value) is not { } number ? null
            : Whole(number * UnitOf(parts.Groups["unit"].Value));
    }

    /// <summary>A whole number; null: it is none.</summary>
    internal static long? Count(string text) =>
        Computed(text.ToLowerInvariant()) is { } computed ? Whole(computed)
            : Number(text.ToLowerInvariant());

    /// <summary>A time; null: it is none.</summary>
    /// <param name="text">A number, with or without a unit.</param>
    /// <param name="absent">Seconds of the unit that is meant without one.</param>
    internal static TimeSpan? Time(string text, double absent = 1)
    {
        string word = text.ToLowerInvariant();
        (string Suffix, double Seconds) none = (string.Empty, absent);
        (string suffix, double seconds) = s_times.FirstOrDefault(
            unit => word.EndsWith(unit.Suffix, StringComparison.Ordinal), none);
        return Number(word[..^suffix.Length]) is { } number && number * seconds < TimeSpan.MaxValue.TotalSeconds / 2
            ? TimeSpan.FromTicks((long)Math.Round(number * seconds * TimeSpan.TicksPerSecond))
            : null;
    }

    private static long? Whole(double value) => value is >= 0 and < long.MaxValue ? (long)value : null;

    private static long? Number(string text)
    {
        bool isHex = text.StartsWith("0x", StringComparison.Ordinal);
        return long.TryParse(
            isHex ? text[2..] : text,
            isHex ? NumberStyles.AllowHexSpecifier : NumberStyles.None,
            CultureInfo.InvariantCulture,
            out long number) && number >= 0 ? number : null;
    }

    private double UnitOf(string suffix)
    {
        int power = 1 + Powers.IndexOf(suffix.Length == 0 ? ' ' : suffix[0], StringComparison.Ordinal);
        bool isFlipped = suffix.EndsWith("ib", StringComparison.Ordinal);
        return Math.Pow(isDecimal == isFlipped ? 1024 : 1000, power);
    }

    // fio computes where it finds one of its three words. Brackets are read by recursion.
    private static double? Computed(string text)
    {
        if (!text.Contains('$', StringComparison.Ordinal) || text.Length > LongestSum)
        {
            return null;
        }

        string sum = text
            .Replace("$pagesize", Word(Environment.SystemPageSize), StringComparison.Ordinal)
            .Replace("$ncpus", Word(Environment.ProcessorCount), StringComparison.Ordinal)
            .Replace("$mb_memory", Word(Memory >> 20), StringComparison.Ordinal);
        int at = 0;
        double? value = Sum(sum.Replace(" ", string.Empty, StringComparison.Ordinal), ref at);
        return at == sum.Length ? value : null;
    }

    private static long Memory => NativePlatform.Host.Machine().MemoryBytes ?? 0;

    private static string Word(long number) => number.ToString(CultureInfo.InvariantCulture);

    private static double? Sum(string text, ref int at)
    {
        double? value = Product(text, ref at);
        while (value is not null && at < text.Length && text[at] is '+' or '-')
        {
            bool adds = text[at++] == '+';
            value += adds ? Product(text, ref at) : -Product(text, ref at);
        }

        return value;
    }

    private static double? Product(string text, ref int at)
    {
        double? value = Factor(text, ref at);
        while (value is not null && at < text.Length && text[at] is '*' or '/')
        {
            bool multiplies = text[at++] == '*';
            double? other = Factor(text, ref at);
            value = multiplies ? value * other : value / other is { } quotient ? Math.Truncate(quotient) : null;
        }

        return value;
    }

    private static double? Factor(string text, ref int at)
    {
        if (at < text.Length && text[at] == '(')
        {
            at++;
            double? inner = Sum(text, ref at);
            return at < text.Length && text[at++] == ')' ? inner : null;
        }

        int start = at;
        while (at < text.Length && char.IsAsciiDigit(text[at]))
        {
            at++;
        }

        return Number(text[start..at]);
    }

    [GeneratedRegex(
        "^(?<number>0x[0-9a-f]+|[0-9]+)(?<unit>([kmgtp](ib|i|b)?|b)?)$", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Sized();
}
