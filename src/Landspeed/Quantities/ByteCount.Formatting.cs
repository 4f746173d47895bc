using System.Globalization;

namespace Landspeed.Quantities;

/// <summary>Formatting.</summary>
internal readonly partial record struct ByteCount
{
    private static readonly string[] s_units = ["B", "KiB", "MiB", "GiB", "TiB"];

    /// <summary>
    /// Returns exact text with a unit, the same in every culture: the largest binary unit that needs no more than
    /// quarters (<c>64 KiB</c>, <c>1.5 MiB</c>), otherwise bytes (<c>1000000 B</c>).
    /// </summary>
    /// <returns>Text that <see cref="Parse"/> converts back to the same value.</returns>
    public override string ToString()
    {
        int index = s_units.Length - 1;
        while (index > 0 && (Bytes < Unit(index) || Bytes % (Unit(index) / 4) != 0))
        {
            index--;
        }

        return string.Create(CultureInfo.InvariantCulture, $"{(decimal)Bytes / Unit(index):0.##} {s_units[index]}");
    }

    /// <summary>Returns the same without a space, for names and command lines: <c>64KiB</c>.</summary>
    /// <returns>Text that <see cref="Parse"/> converts back to the same value.</returns>
    public string ToWord() => ToString().Replace(" ", string.Empty, StringComparison.Ordinal);

    /// <summary>
    /// Returns short text for people, the same in every culture; rounded to a tenth, as in <c>953.7 MiB</c>.
    /// </summary>
    /// <returns>
    /// The number in the largest binary unit in which it is at least 1; without a fraction only when exact.
    /// </returns>
    public string ToDisplay()
    {
        int index = s_units.Length - 1;
        while (index > 0 && Bytes < Unit(index))
        {
            index--;
        }

        decimal rounded = Rounded(index);
        if (rounded == 1024 && index < s_units.Length - 1)
        {
            rounded = Rounded(++index);
        }

        string format = Bytes % Unit(index) == 0 ? "0" : "0.0";
        return $"{rounded.ToString(format, CultureInfo.InvariantCulture)} {s_units[index]}";
    }

    private static long Unit(int index) => 1L << (10 * index);

    private decimal Rounded(int index) =>
        Math.Round((decimal)Bytes / Unit(index), 1, MidpointRounding.AwayFromZero);
}
