using System.Globalization;

namespace Landspeed.Reporting.Svg;

/// <summary>The few shapes that charts are made of.</summary>
internal static class SvgShapes
{
    /// <summary>A line from one point to another.</summary>
    public static void Line(MarkupWriter target, string look, double x1, double y1, double x2, double y2) =>
        target.Empty("path", ("class", look), ("d", $"M{Pixels.Text(x1, y1)}L{Pixels.Text(x2, y2)}"));

    /// <summary>One line of text; <paramref name="y"/> is its base line.</summary>
    public static void Text(MarkupWriter target, string text, double x, double y, string look = "")
    {
        if (look.Length > 0)
        {
            target.Leaf("text", text, ("class", look), ("x", Pixels.Text(x)), ("y", Pixels.Text(y)));
        }
        else
        {
            target.Leaf("text", text, ("x", Pixels.Text(x)), ("y", Pixels.Text(y)));
        }
    }

    /// <summary>A piece of a curve's line with its dashes, as legends show it.</summary>
    public static void Sample(MarkupWriter target, int look, double x, double y, double width) => target.Empty(
        "path", ("class", $"line {ChartStyle.Color(look)}"), ("d", $"M{Pixels.Text(x, y)}h{Pixels.Text(width)}"),
        ("stroke-dasharray", Dash(look)));

    /// <summary>The dash pattern as an attribute's value.</summary>
    public static string Dash(int look) => ChartStyle.Dash(look) is { Length: > 0 } dashes ? dashes : "none";
}

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

/// <summary>A rectangle in a picture, in pixels, y downwards.</summary>
internal readonly record struct Frame(double Left, double Top, double Width, double Height)
{
    public double Right => Left + Width;

    public double Bottom => Top + Height;

    /// <summary>The x of a share of the width.</summary>
    public double X(double share) => Left + (share * Width);

    /// <summary>The y of a share of the height, from the bottom.</summary>
    public double Y(double share) => Bottom - (share * Height);
}
