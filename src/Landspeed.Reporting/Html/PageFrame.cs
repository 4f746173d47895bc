using Landspeed.Reporting.Svg;

namespace Landspeed.Reporting.Html;

/// <summary>A page that needs nothing else: no network, no other file, no script.</summary>
/// <param name="Title">Of the page, in the heading too.</param>
/// <param name="Place">Where and how the numbers were made, one line.</param>
/// <param name="ToolVersion">Version of the program.</param>
/// <param name="MethodVersion">Version of the way numbers are obtained.</param>
internal sealed record PageFrame(string Title, string Place, string ToolVersion, int MethodVersion)
{
    // Not even an inserted element could load something: the page's own style is all that a browser may use.
    private const string Policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

    /// <summary>Writes the whole page.</summary>
    /// <param name="target">Where to; stays open and is not flushed.</param>
    /// <param name="content">Writes what stands between heading and footer.</param>
    public void Write(TextWriter target, Action<MarkupWriter> content)
    {
        var page = new MarkupWriter();
        page.Raw("<!DOCTYPE html>").Line();
        page.Open("html", ("lang", "en"), ("xmlns", "http://www.w3.org/1999/xhtml")).Line();
        Head(page);
        page.Open("body").Line();
        page.Open("header").Line();
        page.Leaf("h1", Title).Line();
        page.Leaf("p", Place, ("class", "place")).Line();
        page.Close().Line();
        page.Open("main").Line();
        content(page);
        page.Close().Line();
        page.Leaf("footer", $"Made by landspeed {ToolVersion}, method {Format.Count(MethodVersion)}.");
        page.Line();
        page.Close().Line().Close().Line();
        target.Write(page.ToString());
    }

    private void Head(MarkupWriter page)
    {
        page.Open("head").Line();
        page.Empty("meta", ("charset", "utf-8")).Line();
        page.Empty("meta", ("http-equiv", "Content-Security-Policy"), ("content", Policy)).Line();
        page.Empty("meta", ("name", "viewport"), ("content", "width=device-width, initial-scale=1")).Line();
        page.Empty("meta", ("name", "color-scheme"), ("content", "light dark")).Line();
        page.Empty("meta", ("name", "generator"), ("content", $"landspeed {ToolVersion}")).Line();

        // Without one, browsers ask the server for /favicon.ico where the page is published.
        page.Empty("link", ("rel", "icon"), ("href", "data:,")).Line();
        page.Leaf("title", Title).Line();
        page.Open("style").Line().Raw(PageStyle.Sheet).Raw(ChartStyle.Sheet).Close().Line();
        page.Close().Line();
    }
}
