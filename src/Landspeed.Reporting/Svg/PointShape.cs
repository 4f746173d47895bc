using Landspeed.Results;

namespace Landspeed.Reporting.Svg;

/// <summary>Points: the shape says where the bytes came from or went.</summary>
internal static class PointShape
{
    private const double Radius = 3.5;

    /// <summary>Draws one.</summary>
    /// <param name="target">Where to.</param>
    /// <param name="verdict">What it says.</param>
    /// <param name="x">Its middle.</param>
    /// <param name="y">Its middle.</param>
    /// <param name="tip">What pointing at it shows; null: nothing.</param>
    public static void Draw(MarkupWriter target, Verdict verdict, double x, double y, string? tip)
    {
        switch (verdict)
        {
            case Verdict.Device:
                Circle(target, "full", x, y, Radius, tip);
                break;
            case Verdict.Cache:
                Circle(target, "hollow", x, y, Radius, tip);
                break;
            case Verdict.Mixed:
                Path(target, "full", $"M{Pixels.Text(x, y - 4.5)}l4.5 8h-9z", tip);
                break;
            case Verdict.Hole:
                Path(target, "hollow", $"M{Pixels.Text(x - 3.5, y - 3.5)}h7v7h-7z", tip);
                break;
            default:
                Path(target, "cross", $"M{Pixels.Text(x - 3.5, y - 3.5)}l7 7m0-7l-7 7", tip);
                break;
        }
    }

    /// <summary>A ring around a point: the knee.</summary>
    public static void Knee(MarkupWriter target, double x, double y) =>
        Circle(target, "spot", x, y, 2 * Radius, tip: null);

    /// <summary>An upright line through a point: half power.</summary>
    public static void HalfPower(MarkupWriter target, double x, double y) =>
        Path(target, "spot", $"M{Pixels.Text(x, y - 10)}v20", tip: null);

    private static void Circle(MarkupWriter target, string look, double x, double y, double radius, string? tip) =>
        Tipped(target, tip, "circle", ("class", look),
            ("cx", Pixels.Text(x)), ("cy", Pixels.Text(y)), ("r", Pixels.Text(radius)));

    private static void Path(MarkupWriter target, string look, string data, string? tip) =>
        Tipped(target, tip, "path", ("class", look), ("d", data));

    private static void Tipped(
        MarkupWriter target, string? tip, string name, params ReadOnlySpan<(string Name, string Value)> attributes)
    {
        if (tip is null)
        {
            target.Empty(name, attributes);
        }
        else
        {
            target.Open(name, attributes).Leaf("title", tip).Close();
        }
    }
}
