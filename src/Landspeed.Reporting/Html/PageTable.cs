using Landspeed.Reporting.Svg;

namespace Landspeed.Reporting.Html;

/// <summary>
/// The frame of a table: it scrolls sideways by itself, also with the keyboard, where it is wider than the page.
/// </summary>
internal static class PageTable
{
    /// <summary>Writes heading, caption and column heads, then the rows.</summary>
    /// <param name="page">Where to.</param>
    /// <param name="kind">Class of the table, for its looks.</param>
    /// <param name="heading">Heading of the section.</param>
    /// <param name="caption">How to read the table.</param>
    /// <param name="heads">Writes the content of the column heads, the first one's first.</param>
    /// <param name="rows">Writes the rows.</param>
    public static void Write(
        MarkupWriter page, string kind, string heading, string caption, IEnumerable<Action> heads, Action rows)
    {
        page.Leaf("h2", heading).Line();
        if (caption.Length > 0)
        {
            page.Leaf("p", caption, ("class", "about")).Line();
        }

        page.Open("div", ("class", "scroll"), ("tabindex", "0"), ("role", "region"), ("aria-label", heading)).Line();

        // The heading above says the same to who sees it.
        page.Open("table", ("class", kind)).Leaf("caption", heading).Open("thead").Open("tr").Line();
        foreach (Action head in heads)
        {
            page.Open("th", ("scope", "col"));
            head();
            page.Close().Line();
        }

        page.Close().Close().Open("tbody").Line();
        rows();
        page.Close().Close().Close().Line();
    }
}
