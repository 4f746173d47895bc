using System.Globalization;

namespace Landspeed.Experiments.Host;

/// <summary>Numbers as the kernel writes them.</summary>
internal static class Numbers
{
    /// <summary>A whole number, or null when the text is none.</summary>
    internal static long? Parse(string? text) =>
        long.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out long value) ? value : null;

    /// <summary>A number with a decimal point, or null when the text is none.</summary>
    internal static double? ParseDecimal(string? text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double value) ? value : null;
}
