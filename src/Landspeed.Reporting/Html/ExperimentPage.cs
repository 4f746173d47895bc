using Landspeed.Experiments.Results;
using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Tables;
using Landspeed.Reporting.Views;

namespace Landspeed.Reporting.Html;

/// <summary>An experiment as one page that needs nothing else: no network, no other file, no script.</summary>
/// <remarks>
/// Well-formed as XML and as HTML at once, the same in every culture, all text from outside escaped. Safe for all threads.
/// </remarks>
public static class ExperimentPage
{
    /// <summary>Writes it whole, with line feeds, to be stored as UTF-8.</summary>
    /// <param name="document">The experiment; may be partial, and even without any measured cell.</param>
    /// <param name="target">Where to; stays open and is not flushed.</param>
    public static void Write(ExperimentDocument document, TextWriter target)
    {
        ArgumentNullException.ThrowIfNull(document);
        ArgumentNullException.ThrowIfNull(target);
        ReportView view = ExperimentViews.Of(document);
        string title = $"{Title(view.Headline[0])} in {document.Environment.Path}";
        new PageFrame(title, Place.Line(document), document.ToolVersion, document.MethodVersion)
            .Write(target, page => Body(page, document, view));
    }

    private static string Title(string name) => $"{char.ToUpperInvariant(name[0])}{name[1..]}";

    private static void Body(MarkupWriter page, ExperimentDocument document, ReportView view)
    {
        IReadOnlyList<CellNote> notes = CellNote.Of(document);
        Warnings.Write(page, "experiment", document.Partial, document.Findings, notes);
        if (document.Conclusions.Count > 0)
        {
            AdviceSection.Write(page, "Conclusions", document.Conclusions);
        }

        if (view.Charts.Count > 0)
        {
            Charts.Write(page, view.Charts);
        }

        foreach (ReportTable table in view.Tables)
        {
            IEnumerable<Action> heads = table.Columns.Select<string, Action>(head => () => page.Text(head));
            PageTable.Write(page, table.IsWords ? "cells words" : "cells", table.Title, table.Note ?? string.Empty, heads, () => Rows(page, table));
        }

        Unmeasured.Write(page, notes);
        CellFindings.Write(page, notes);
        Place.Write(page, document);
    }

    private static void Rows(MarkupWriter page, ReportTable table)
    {
        foreach (IReadOnlyList<ReportCell> row in table.Rows)
        {
            page.Open("tr").Leaf("th", row[0].Text, ("scope", "row"));
            foreach (ReportCell cell in row.Skip(1))
            {
                page.Leaf("td", cell.Text, Look(cell));
            }

            page.Close().Line();
        }
    }

    private static ReadOnlySpan<(string Name, string Value)> Look(ReportCell cell) => cell switch
    {
        { Text.Length: 0 } => new (string, string)[] { ("class", "none") },
        { Mark: Mark.Number } => new (string, string)[] { ("class", "best") },
        { Mark: Mark.Quiet } => new (string, string)[] { ("class", "none") },
        { Mark: Mark.Warning } => new (string, string)[] { ("class", "doubt") },
        _ => [],
    };
}
