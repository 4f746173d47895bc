using Landspeed.Experiments.Results;
using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Views;
using Landspeed.Reporting.Words;

namespace Landspeed.Reporting.Html;

/// <summary>A result as one page that needs nothing else: no network, no other file, no script.</summary>
/// <remarks>
/// Well-formed as XML and as HTML at once, the same in every culture, all text from outside escaped. To be stored as UTF-8; less than
/// 300 KB for a full sweep.
/// </remarks>
internal static class HtmlReport
{
    // Not even an inserted element could load something: the page's own style is all that a browser may use.
    private const string Policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

    // A finding that most cells have would fill pages; the result file has them all.
    private const int MostDetails = 8;

    /// <summary>Writes a view.</summary>
    /// <param name="view">What is shown.</param>
    /// <param name="tool">The program, for the footer.</param>
    /// <param name="target">Where to; stays open and is not flushed.</param>
    public static void Write(ReportView view, string tool, TextWriter target)
    {
        var page = new MarkupWriter();
        page.Raw("<!DOCTYPE html>").Line();
        page.Open("html", ("lang", "en"), ("xmlns", "http://www.w3.org/1999/xhtml")).Line();
        Head(page, view, tool);
        page.Open("body").Line().Open("header").Line();
        page.Leaf("h1", view.Title).Line();
        page.Leaf("p", string.Join(" · ", view.Place), ("class", "place")).Line();
        page.Close().Line().Open("main").Line();
        Body(page, view, level: 2);
        Index(page, view.Sections);
        foreach ((int index, ReportView section) in view.Sections.Index())
        {
            Section(page, section, index);
        }

        page.Close().Line();
        page.Leaf("footer", $"Made by {tool}.").Line();
        page.Close().Line().Close().Line();
        target.Write(page.ToString());
    }

    private static void Head(MarkupWriter page, ReportView view, string tool)
    {
        page.Open("head").Line();
        page.Empty("meta", ("charset", "utf-8")).Line();
        page.Empty("meta", ("http-equiv", "Content-Security-Policy"), ("content", Policy)).Line();
        page.Empty("meta", ("name", "viewport"), ("content", "width=device-width, initial-scale=1")).Line();
        page.Empty("meta", ("name", "color-scheme"), ("content", "light dark")).Line();
        page.Empty("meta", ("name", "generator"), ("content", tool)).Line();

        // Without one, browsers ask the server for /favicon.ico where the page is published.
        page.Empty("link", ("rel", "icon"), ("href", "data:,")).Line();
        page.Leaf("title", view.Title).Line();
        page.Open("style").Line().Raw(PageStyle.Sheet).Raw(view.Claims.Count > 0 ? PageStyle.Claims : string.Empty).Raw(ChartStyle.Sheet).Close().Line();
        page.Close().Line();
    }

    private static void Body(MarkupWriter page, ReportView view, int level)
    {
        string heading = Heading(level);
        Headline(page, view.Headline);
        Caveats(page, view.Caveats);
        Claims(page, view, heading);
        Conclusions(page, view, heading);
        Charts(page, view, heading);
        foreach (ReportTable table in view.Tables.Where(table => !table.HasChart))
        {
            HtmlTable.Write(page, table, heading);
        }

        if (view.Footnotes.Count > 0)
        {
            page.Leaf(heading, "Notes").Line();
            Notes(page, view.Footnotes);
        }

        Facts(page, view.Facts, heading);
    }

    private static string Heading(int level) => $"h{Format.Count(level)}";

    private static string Anchor(int section) => $"section-{Format.Count(section + 1)}";

    private static void Index(MarkupWriter page, IReadOnlyList<ReportView> sections)
    {
        if (sections.Count == 0)
        {
            return;
        }

        page.Open("nav", ("aria-label", "Contents")).Line().Open("ol").Line();
        foreach ((int index, ReportView section) in sections.Index())
        {
            page.Open("li").Leaf("a", section.Title, ("href", $"#{Anchor(index)}")).Close().Line();
        }

        page.Close().Line().Close().Line();
    }

    private static void Section(MarkupWriter page, ReportView view, int index)
    {
        page.Open("section", ("id", Anchor(index))).Line();
        page.Leaf("h2", view.Title).Line();
        if (view.Place.Count > 0)
        {
            page.Leaf("p", string.Join(" · ", view.Place), ("class", "place")).Line();
        }

        Body(page, view, level: 3);
        page.Close().Line();
    }

    private static void Caveats(MarkupWriter page, IReadOnlyList<ReportNote> notes)
    {
        if (notes.Count > 0)
        {
            page.Open("div", ("class", "alert"), ("role", "note")).Line();
            Notes(page, notes);
            page.Close().Line();
        }
    }

    private static void Headline(MarkupWriter page, IReadOnlyList<IReadOnlyList<MarkedText>> lines)
    {
        foreach (IReadOnlyList<MarkedText> line in lines)
        {
            page.Open("p", ("class", "headline"));
            foreach ((int index, MarkedText part) in line.Where(part => part.Text.Length > 0).Index())
            {
                page.Text(index > 0 ? " · " : string.Empty);
                _ = part.Mark switch
                {
                    Mark.Number => page.Leaf("strong", part.Text),
                    Mark.Warning => page.Leaf("span", part.Text, ("class", "doubt")),
                    _ => page.Text(part.Text),
                };
            }

            page.Close().Line();
        }
    }

    private static void Claims(MarkupWriter page, ReportView view, string heading)
    {
        if (view.Claims.Count == 0)
        {
            return;
        }

        page.Leaf(heading, view.ClaimsTitle).Line().Open("ol", ("class", "claims")).Line();
        foreach (ReportClaim claim in view.Claims)
        {
            page.Open("li", ("class", claim.Mark switch { Mark.Good => "claim good", Mark.Warning => "claim bad", _ => "claim" }));
            page.Leaf("p", claim.Outcome, ("class", "outcome")).Leaf("p", claim.Statement, ("class", "statement")).Open("dl").Line();
            foreach ((string word, string text) in claim.Reasons)
            {
                page.Leaf("dt", word).Leaf("dd", text).Line();
            }

            page.Close().Close().Line();
        }

        page.Close().Line();
    }

    private static void Conclusions(MarkupWriter page, ReportView view, string heading)
    {
        if (view.Conclusions.Count == 0 && !view.ExpectsConclusions)
        {
            return;
        }

        page.Leaf(heading, view.ConclusionsTitle).Line();
        if (view.Conclusions.Count == 0)
        {
            page.Leaf("p", "None: too little was measured.").Line();
            return;
        }

        page.Open("ol").Line();
        foreach (ConclusionRecord sentence in view.Conclusions)
        {
            page.Leaf("li", sentence.Text).Line();
        }

        page.Close().Line();
    }

    /// <summary>Writes each twice: a style rule shows the one that fits the screen, and the wide one on paper.</summary>
    private static void Charts(MarkupWriter page, ReportView view, string heading)
    {
        if (view.Charts.Count > 0)
        {
            page.Leaf(heading, view.ChartsTitle).Line();
        }

        if (view.Charts.Any(chart => chart.HasVerdicts))
        {
            page.Leaf("p", VerdictWords.Explanation, ("class", "about")).Line();
        }

        foreach (Picture chart in view.Charts)
        {
            page.Open("figure").Line();
            ChartPicture.Write(page, chart, ChartSize.Wide);
            ChartPicture.Write(page, chart, ChartSize.Narrow);
            page.Close().Line();
        }
    }

    private static void Notes(MarkupWriter page, IReadOnlyList<ReportNote> notes)
    {
        foreach (ReportNote note in notes)
        {
            if (note.Details.Count == 0)
            {
                page.Open("p").Leaf("strong", note.Label).Text($": {note.Text}").Close().Line();
                continue;
            }

            page.Open("p").Leaf("strong", note.Heading).Text(":").Close().Line().Open("ul").Line();
            foreach (string detail in note.Details.Take(MostDetails))
            {
                page.Leaf("li", detail).Line();
            }

            if (note.Details.Count > MostDetails)
            {
                page.Leaf("li", $"and {Format.Count(note.Details.Count - MostDetails)} more, in the result file").Line();
            }

            page.Close().Line();
        }
    }

    private static void Facts(MarkupWriter page, IReadOnlyList<ReportFact> facts, string heading)
    {
        if (!facts.Any(fact => fact.Page.Length > 0))
        {
            return;
        }

        page.Leaf(heading, "Details").Line().Open("dl").Line();
        foreach (ReportFact fact in facts.Where(fact => fact.Page.Length > 0))
        {
            page.Leaf("dt", fact.Label).Leaf("dd", fact.Page).Line();
        }

        page.Close().Line();
    }
}
