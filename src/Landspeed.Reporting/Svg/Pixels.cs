using System.Globalization;

namespace Landspeed.Reporting.Svg;

/// <summary>Coordinates of a picture as text: a tenth of a pixel is fine enough, the same in every culture.</summary>
internal static class Pixels
{
    /// <summary>One coordinate or length.</summary>
    public static string Text(double value)
    {
        string text = value.ToString("0.#", CultureInfo.InvariantCulture);
        return text == "-0" ? "0" : text;
    }

    /// <summary>A point in a path.</summary>
    public static string Text(double x, double y) => $"{Text(x)} {Text(y)}";
}
