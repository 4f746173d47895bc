using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Views;
using Landspeed.Reporting.Words;
using Landspeed.Results;

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

    // What a reader takes in before the answer; the others fold away.
    private const int MostNotes = 3;

    // Rows of tables that stand open; further tables are evidence and fold away.
    private const int MostOpenRows = 40;

    private const string MeaningOfVerdict =
        "A verdict says where the bytes came from, or went: device (95 % or more), cache (memory), hole (nothing was "
        + "stored there), mixed (a part of them), or unknown (nothing counts them here).";

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
        Index(page, view.Sections);
        ReportView? judged = view.Sections.Prepend(view).FirstOrDefault(HasVerdicts);
        Body(page, view, level: 2, judged);
        foreach ((int index, ReportView section) in view.Sections.Index())
        {
            Section(page, section, index, judged);
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

    private static void Body(MarkupWriter page, ReportView view, int level, ReportView? judged)
    {
        string heading = Heading(level);
        Headline(page, view.Headline);
        Caveats(page, view.Caveats);
        Claims(page, view, heading);
        Conclusions(page, view, heading);
        if (view.IsFolded && HasNumbers(view))
        {
            Fold(page, "Charts, tables and details", () => Numbers(page, view, heading, judged));
        }
        else
        {
            Numbers(page, view, heading, judged);
        }
    }

    private static bool HasVerdicts(ReportView view) =>
        view.Charts.Any(chart => chart.HasVerdicts);

    private static bool HasNumbers(ReportView view) =>
        view.Charts.Count + view.Tables.Count + view.Footnotes.Count + view.Facts.Count > 0;

    private static void Numbers(MarkupWriter page, ReportView view, string heading, ReportView? judged)
    {
        Charts(page, view, heading);
        if (ReferenceEquals(view, judged))
        {
            page.Leaf("p", MeaningOfVerdict, ("class", "about")).Line();
        }

        Tables(page, view, heading);
        if (view.Footnotes.Count > 0)
        {
            page.Leaf(heading, "Notes").Line();
            Notes(page, view.Footnotes, isOpen: false);
        }

        Facts(page, view.Facts, heading);
    }

    private static void Tables(MarkupWriter page, ReportView view, string heading)
    {
        int rows = 0;
        foreach (ReportTable table in view.Tables.Where(table => !table.HasChart))
        {
            bool isOnly = rows == 0 && view.Charts.Count == 0;
            int more = table.PageLine is null ? table.Rows.Count : 0;
            if (table.IsDetail || (rows + more > MostOpenRows && !isOnly))
            {
                Fold(page, table.Title, () => HtmlTable.WriteBody(page, table), heading);
            }
            else
            {
                rows += more;
                HtmlTable.Write(page, table, heading);
            }
        }
    }

    /// <summary>What is evidence: behind a line that opens it, and open on paper.</summary>
    private static void Fold(MarkupWriter page, string title, Action content, string? heading = null)
    {
        page.Open("details").Open("summary");
        _ = heading is null ? page.Text(title) : page.Leaf(heading, title);
        page.Close().Line();
        content();
        page.Close().Line();
    }

    private static string Heading(int level) => $"h{Format.Count(level)}";

    private static string Anchor(int section) => $"section-{Format.Count(section + 1)}";

    private static void Index(MarkupWriter page, IReadOnlyList<ReportView> sections)
    {
        if (sections.Count == 0)
        {
            return;
        }

        page.Open("nav", ("aria-label", "Contents")).Line();
        page.Leaf("p", "Contents", ("class", "about")).Line().Open("ol").Line();
        foreach ((int index, ReportView section) in sections.Index())
        {
            page.Open("li").Leaf("a", section.Title, ("href", $"#{Anchor(index)}")).Close().Line();
        }

        page.Close().Line().Close().Line();
    }

    private static void Section(MarkupWriter page, ReportView view, int index, ReportView? judged)
    {
        page.Open("section", ("id", Anchor(index))).Line();
        page.Leaf("h2", view.Title).Line();
        if (view.Place.Count > 0)
        {
            page.Leaf("p", string.Join(" · ", view.Place), ("class", "place")).Line();
        }

        Body(page, view, level: 3, judged);
        page.Close().Line();
    }

    private static void Caveats(MarkupWriter page, IReadOnlyList<ReportNote> notes)
    {
        if (notes.Count > 0)
        {
            page.Open("div", ("class", "alert"), ("role", "note")).Line();
            Notes(page, notes, isOpen: true);
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

        foreach (Picture chart in view.Charts)
        {
            page.Open("figure").Line();
            ChartPicture.Write(page, chart, ChartSize.Wide);
            ChartPicture.Write(page, chart, ChartSize.Narrow);
            page.Close().Line();
        }
    }

    // What qualifies the headline is seen at once, such as the files that differ.
    private static void Notes(MarkupWriter page, IReadOnlyList<ReportNote> notes, bool isOpen)
    {
        foreach (ReportNote note in notes.Take(MostNotes))
        {
            Note(page, note, isOpen);
        }

        ReportNote[] others = [.. notes.Skip(MostNotes)];
        if (others.Length > 0)
        {
            Fold(page, Format.Count(others.Length, "more note"), () =>
            {
                foreach (ReportNote note in others)
                {
                    Note(page, note, isOpen);
                }
            });
        }
    }

    private static void Note(MarkupWriter page, ReportNote note, bool isOpen)
    {
        if (note.Details.Count == 0)
        {
            page.Open("p").Leaf("strong", note.Label).Text($": {note.Text}").Close().Line();
            return;
        }

        page.Open("details", isOpen ? [("open", "open")] : []);
        page.Open("summary").Leaf("strong", note.Heading).Close().Line();
        page.Open("ul").Line();
        foreach (string detail in note.Details.Take(MostDetails))
        {
            page.Leaf("li", detail).Line();
        }

        if (note.Details.Count > MostDetails)
        {
            page.Leaf("li", $"and {Format.Count(note.Details.Count - MostDetails)} more, in the result file").Line();
        }

        page.Close().Close().Line();
    }

    private static void Facts(MarkupWriter page, IReadOnlyList<ReportFact> facts, string heading)
    {
        if (!facts.Any(fact => fact.Page.Length > 0))
        {
            return;
        }

        Fold(page, "Details", () => List(page, facts), heading);
    }

    private static void List(MarkupWriter page, IReadOnlyList<ReportFact> facts)
    {
        page.Open("dl").Line();
        foreach (ReportFact fact in facts.Where(fact => fact.Page.Length > 0))
        {
            page.Leaf("dt", fact.Label).Leaf("dd", fact.Page).Line();
        }

        page.Close().Line();
    }
}
