using Landspeed.Experiments.Results;
using Landspeed.Reporting.Svg;

namespace Landspeed.Reporting.Html;

/// <summary>A piece of a curve's line beside its name, so that a table is found again in a chart.</summary>
internal static class CurveKey
{
    /// <summary>The look of a curve, as the charts number them; null: none of its cells is in the sweep.</summary>
    public static int? Look(SweepDocument document, string curve)
    {
        int look = Array.IndexOf([.. document.Cells.Select(cell => cell.Curve).Distinct()], curve);
        return look >= 0 ? look : null;
    }

    /// <summary>Draws it; decoration for who sees it, silent for others.</summary>
    public static void Write(MarkupWriter page, int? look)
    {
        if (look is { } known)
        {
            page.Open(
                "svg", ("xmlns", "http://www.w3.org/2000/svg"), ("class", "chart key"), ("viewBox", "0 0 34 10"),
                ("aria-hidden", "true"));
            SvgShapes.Sample(page, known, 1, 5, 32);
            page.Close();
        }
    }
}
