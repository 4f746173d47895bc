using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Views;
using Landspeed.Results;

namespace Landspeed.Reporting.Html;

/// <summary>A table that scrolls sideways by itself, also with the keyboard, where it is wider than the page.</summary>
internal static class HtmlTable
{
    // Longer texts may have several lines, so that a table of them is not wider than the page.
    private const int MostLetters = 28;

    /// <summary>Writes heading, how to read it, caption, column heads and rows.</summary>
    /// <param name="page">Where to.</param>
    /// <param name="table">What is shown.</param>
    /// <param name="heading">Element of the heading.</param>
    public static void Write(MarkupWriter page, ReportTable table, string heading)
    {
        page.Leaf(heading, table.Title).Line();
        WriteBody(page, table);
    }

    /// <summary>The same without the heading.</summary>
    public static void WriteBody(MarkupWriter page, ReportTable table)
    {
        if (table.PageLine is { } line)
        {
            page.Leaf("p", line).Line();
            return;
        }

        if ((table.PageNote ?? table.Note) is { Length: > 0 } note)
        {
            page.Leaf("p", note, ("class", "about")).Line();
        }

        page.Open("div", ("class", "scroll"), ("tabindex", "0"), ("role", "region"), ("aria-label", table.Title)).Line();

        // The heading above says the same to who sees it.
        page.Open("table", ("class", table.IsWords ? "cells words" : "cells")).Leaf("caption", table.Title).Open("thead").Open("tr").Line();
        foreach (ReportColumn column in table.Columns)
        {
            page.Open("th", ("scope", "col"));
            Key(page, column.Look);
            page.Text(column.PageHeading ?? $"{column.Above} {column.Heading}".Trim()).Close().Line();
        }

        page.Close().Close().Open("tbody").Line();
        foreach (IReadOnlyList<ReportCell> row in table.Rows)
        {
            page.Open("tr").Open("th", ("scope", "row"));
            Key(page, row[0].Look);
            page.Text(row[0].Text).Close();
            foreach (ReportCell cell in row.Skip(1))
            {
                Cell(page, cell);
            }

            page.Close().Line();
        }

        page.Close().Close().Close().Line();
    }

    /// <summary>A piece of a line of the charts, so that what a table shows is found again in them; silent for who does not see it.</summary>
    private static void Key(MarkupWriter page, int? look)
    {
        if (look is { } known)
        {
            page.Open(
                "svg", ("xmlns", "http://www.w3.org/2000/svg"), ("class", "chart key"), ("viewBox", "0 0 34 10"), ("aria-hidden", "true"));
            SvgShapes.Sample(page, known, 1, 5, 32);
            page.Close();
        }
    }

    private static void Cell(MarkupWriter page, ReportCell cell)
    {
        page.Open("td", Look(cell) is { } look ? [("class", look)] : []);
        if (cell.Verdict is { } verdict)
        {
            page.Leaf("small", verdict.ToWord(), ("class", verdict == Verdict.Device ? "verdict" : "verdict doubt"));
        }

        page.Text(cell.PageText ?? cell.Text);
        foreach (MarkedText detail in cell.Details ?? [])
        {
            page.Leaf("small", detail.Text, detail.Mark == Mark.Warning ? [("class", "doubt")] : []);
        }

        if (cell.Mark == Mark.Number)
        {
            page.Leaf("small", "best");
        }

        page.Close();
    }

    private static string? Look(ReportCell cell)
    {
        string?[] looks =
        [
            MarkOf(cell),
            cell.IsBar ? "strip" : null,
            (cell.PageText ?? cell.Text).Length > MostLetters ? "long" : null,
        ];
        string all = ReportFact.Joined(looks, " ");
        return all.Length > 0 ? all : null;
    }

    private static string? MarkOf(ReportCell cell) => cell switch
    {
        { Text.Length: 0 } => "none",
        { Mark: Mark.Number } => "best",
        { Mark: Mark.Quiet } => "none",
        { Mark: Mark.Warning } => "doubt",
        _ => null,
    };
}
