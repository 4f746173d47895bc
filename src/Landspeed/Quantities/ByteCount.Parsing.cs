using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Numerics;

namespace Landspeed.Quantities;

/// <summary>Parsing.</summary>
internal readonly partial record struct ByteCount
{
    private const string AllowedForms =
        "write bytes as 4096 or a number with a unit: 64K or 64KiB (powers of two), 64kB (powers of ten), up to T";

    /// <summary>
    /// Parses what a person types: <c>4096</c>, <c>64K</c>, <c>64KiB</c>, <c>64 KiB</c>, <c>64kB</c>, <c>1.5GiB</c>.
    /// </summary>
    /// <param name="text">
    /// Digits, optionally a fraction after a full stop, optionally a space, optionally a unit: <c>B</c>; <c>K M G T</c>
    /// and <c>KiB MiB GiB TiB</c>, powers of two; <c>kB MB GB TB</c>, powers of ten. Case does not matter.
    /// </param>
    /// <returns>The byte count.</returns>
    /// <exception cref="FormatException">
    /// The text has another form, is not a whole number of bytes, or is too large; the message says which.
    /// </exception>
    /// <remarks>The same in every culture. Exact: a fraction is never rounded.</remarks>
    public static ByteCount Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return Read(text, out ByteCount value) is not { } reason
            ? value
            : throw new FormatException($"{QuotedText.Of(text)} {reason}; {AllowedForms}");
    }

    /// <summary>Parses what a person types; see <see cref="Parse"/> for the forms.</summary>
    /// <param name="text">The text, or null.</param>
    /// <param name="value">The byte count; zero on failure.</param>
    /// <returns>True if the text is a byte count.</returns>
    public static bool TryParse([NotNullWhen(true)] string? text, out ByteCount value)
    {
        value = default;
        return text is not null && Read(text, out value) is null;
    }

    // Returns the reason for a refusal, or null.
    private static string? Read(string text, out ByteCount value)
    {
        value = default;
        var (number, suffix) = ByteUnit.Split(text);
        if (ByteUnit.BytesOf(suffix) is not { } unit || !IsPlain(number))
        {
            return "is not a number of bytes";
        }

        // 1.5 GiB is 15 × 2^30 / 10: integer arithmetic throughout, so nothing is rounded.
        int point = number.IndexOf('.');
        string fraction = point < 0 ? string.Empty : number[(point + 1)..].TrimEnd('0');
        string digits = point < 0 ? number : number[..point] + fraction;
        BigInteger scaled = BigInteger.Parse(digits, NumberStyles.None, CultureInfo.InvariantCulture) * unit;
        BigInteger bytes = BigInteger.DivRem(scaled, BigInteger.Pow(10, fraction.Length), out BigInteger rest);
        if (!rest.IsZero)
        {
            return "does not come to whole bytes";
        }

        if (bytes > long.MaxValue)
        {
            return "is more than 9223372036854775807 bytes";
        }

        value = new ByteCount((long)bytes);
        return null;
    }

    // Digits, optionally a full stop and digits; short enough that arithmetic on hostile input stays cheap.
    private static bool IsPlain(string number)
    {
        const int LongestNumber = 100;
        string[] parts = number.Split('.');
        return number.Length <= LongestNumber
            && parts.Length <= 2
            && Array.TrueForAll(parts, part => part.Length > 0 && part.All(char.IsAsciiDigit));
    }
}
