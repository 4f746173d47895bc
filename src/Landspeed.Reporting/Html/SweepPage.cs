using Landspeed.Experiments.Results;
using Landspeed.Reporting.Svg;

namespace Landspeed.Reporting.Html;

/// <summary>A sweep as one page that needs nothing else: no network, no other file, no script.</summary>
/// <remarks>
/// Well-formed as XML and as HTML at once, the same in every culture, all text from outside escaped. Safe for all
/// threads. Less than 200 KB for a full sweep.
/// </remarks>
public static class SweepPage
{
    // Not even an inserted element could load something: the page's own style is all that a browser may use.
    private const string Policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

    /// <summary>Writes it whole, with line feeds, to be stored as UTF-8.</summary>
    /// <param name="document">The sweep; may be partial, and even without any measured cell.</param>
    /// <param name="target">Where to; stays open and is not flushed.</param>
    public static void Write(SweepDocument document, TextWriter target)
    {
        ArgumentNullException.ThrowIfNull(document);
        ArgumentNullException.ThrowIfNull(target);
        var page = new MarkupWriter();
        page.Raw("<!DOCTYPE html>").Line();
        page.Open("html", ("lang", "en"), ("xmlns", "http://www.w3.org/1999/xhtml")).Line();
        Head(page, document);
        page.Open("body").Line();
        Body(page, document);
        page.Close().Line().Close().Line();
        target.Write(page.ToString());
    }

    private static void Head(MarkupWriter page, SweepDocument document)
    {
        page.Open("head").Line();
        page.Empty("meta", ("charset", "utf-8")).Line();
        page.Empty("meta", ("http-equiv", "Content-Security-Policy"), ("content", Policy)).Line();
        page.Empty("meta", ("name", "viewport"), ("content", "width=device-width, initial-scale=1")).Line();
        page.Empty("meta", ("name", "color-scheme"), ("content", "light dark")).Line();
        page.Empty("meta", ("name", "generator"), ("content", $"landspeed {document.ToolVersion}")).Line();

        // Without one, browsers ask the server for /favicon.ico where the page is published.
        page.Empty("link", ("rel", "icon"), ("href", "data:,")).Line();
        page.Leaf("title", $"Sweep of {document.Environment.Path}").Line();
        page.Open("style").Line().Raw(PageStyle.Sheet).Raw(ChartStyle.Sheet).Close().Line();
        page.Close().Line();
    }

    private static void Body(MarkupWriter page, SweepDocument document)
    {
        page.Open("header").Line();
        page.Leaf("h1", $"Sweep of {document.Environment.Path}").Line();
        page.Leaf("p", Place.Line(document), ("class", "place")).Line();
        page.Close().Line();
        page.Open("main").Line();
        Warnings.Write(page, document);
        Advice(page, document);
        Charts(page, document);
        CurveTable.Write(page, document);
        if (document.Cells.Count > 0)
        {
            ThroughputTable.Write(page, document);
            CpuTable.Write(page, document);
        }

        Unmeasured.Write(page, document);
        CellFindings.Write(page, document);
        Place.Write(page, document);
        page.Close().Line();
        page.Leaf("footer", $"Made by landspeed {document.ToolVersion}, method {Format.Count(document.MethodVersion)}.");
        page.Line();
    }

    private static void Advice(MarkupWriter page, SweepDocument document)
    {
        page.Leaf("h2", "Advice").Line();
        if (document.Advice.Count == 0)
        {
            page.Leaf("p", "None: too little was measured.").Line();
            return;
        }

        page.Open("ul").Line();
        foreach (AdviceRecord advice in document.Advice)
        {
            page.Leaf("li", advice.Text).Line();
        }

        page.Close().Line();
    }

    /// <summary>Each chart twice: a style rule shows the one that fits the screen, and the wide one on paper.</summary>
    private static void Charts(MarkupWriter page, SweepDocument document)
    {
        page.Leaf("h2", "Charts").Line();
        foreach (Chart chart in SweepCharts.Charts(document))
        {
            page.Open("figure").Line();
            ChartPicture.Write(page, chart, ChartSize.Wide);
            ChartPicture.Write(page, chart, ChartSize.Narrow);
            page.Close().Line();
        }
    }
}
