namespace Landspeed.Quantities;

/// <summary>The units that people type after a byte count.</summary>
internal static class ByteUnit
{
    /// <summary>Separates the number from the unit and trims white space around both.</summary>
    /// <returns>The number with everything before the first letter of the unit, and the unit.</returns>
    internal static (string Number, string Suffix) Split(string text)
    {
        string trimmed = text.Trim();
        int end = trimmed.Length;
        while (end > 0 && char.IsAsciiLetter(trimmed[end - 1]))
        {
            end--;
        }

        return (trimmed[..end].TrimEnd(' '), trimmed[end..]);
    }

    /// <summary>Returns the bytes of a unit, in any case, or null if it is not a unit.</summary>
    internal static long? BytesOf(string suffix) => suffix.ToUpperInvariant() switch
    {
        "" or "B" => 1,
        "K" or "KIB" => 1L << 10,
        "M" or "MIB" => 1L << 20,
        "G" or "GIB" => 1L << 30,
        "T" or "TIB" => 1L << 40,
        "KB" => 1_000,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        "TB" => 1_000_000_000_000,
        _ => null,
    };
}
