using Landspeed.Reporting.Svg;

namespace Landspeed.Reporting.Html;

/// <summary>The charts of a page.</summary>
internal static class Charts
{
    /// <summary>Writes each twice: a style rule shows the one that fits the screen, and the wide one on paper.</summary>
    public static void Write(MarkupWriter page, IReadOnlyList<Picture> charts)
    {
        page.Leaf("h2", "Charts").Line();
        foreach (Picture chart in charts)
        {
            page.Open("figure").Line();
            ChartPicture.Write(page, chart, ChartSize.Wide);
            ChartPicture.Write(page, chart, ChartSize.Narrow);
            page.Close().Line();
        }
    }
}
