using Landspeed.Reporting.Views;
using Landspeed.Results;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Landspeed.Reporting.Terminal;

/// <summary>A result for people on a terminal or in a file of text.</summary>
/// <param name="style">Width and colour; tables that are wider become several.</param>
/// <remarks>Nothing from outside is taken for markup. Lines have no trailing spaces.</remarks>
internal sealed class TerminalReport(ReportStyle style)
{
    private const int LabelWidth = 10; // "page cache"

    /// <summary>Writes a view.</summary>
    public void Write(ReportView view, TextWriter target)
    {
        using var canvas = new Canvas(style);
        var explained = new HashSet<SignMeaning>();
        Write(canvas, view, explained);
        foreach (ReportView section in view.Sections.Where(section => !section.IsForPages))
        {
            canvas.BlankLine();
            canvas.WriteLine(section.Title);
            canvas.WriteLine(new string('=', section.Title.Length));
            Write(canvas, section, explained);
        }

        canvas.CopyTo(target);
    }

    /// <summary>Writes a table alone: one that is still being filled.</summary>
    public void Write(ReportTable table, TextWriter target)
    {
        using var canvas = new Canvas(style);
        new TerminalTable(table).Write(canvas, []);
        canvas.CopyTo(target);
    }

    private void Write(Canvas canvas, ReportView view, HashSet<SignMeaning> explained)
    {
        foreach ((int index, IReadOnlyList<MarkedText> line) in view.Headline.Index())
        {
            Flow.Write(canvas, line, indent: index == 0 ? 0 : 2);
        }

        Rows(canvas, string.Empty, view.Caveats.Select(Row));
        Claims(canvas, view);
        Conclusions(canvas, view);
        foreach (ReportTable table in view.Tables.Where(IsShown))
        {
            canvas.BlankLine();
            new TerminalTable(table).Write(canvas, explained);
        }

        Rows(canvas, string.Empty, view.Footnotes.Select(Row));
        IEnumerable<ReportFact> facts = view.Facts.Where(fact => style.IsDetailed || !fact.IsDetail).Concat(More(view));
        Rows(canvas, view.FactsTitle, facts.Select(fact => (new MarkedText(fact.Label, Mark.Quiet), fact.Text)));
    }

    private bool IsShown(ReportTable table) =>
        (style.IsExplained || !table.IsExplanation) && (style.IsDetailed || !table.IsDetail);

    private IEnumerable<ReportFact> More(ReportView view)
    {
        bool hasDetails = view.Tables.Any(table => table.IsDetail)
            || view.Facts.Any(fact => fact.IsDetail && fact.Text.Length > 0);
        if (hasDetails && !style.IsDetailed)
        {
            yield return new ReportFact("more", "--details");
        }
    }

    private static void Claims(Canvas canvas, ReportView view)
    {
        if (view.Claims.Count == 0)
        {
            return;
        }

        canvas.BlankLine();
        canvas.WriteLine(view.ClaimsTitle);
        foreach ((int index, ReportClaim claim) in view.Claims.Index())
        {
            Grid list = TwoColumns();
            list.AddRow(Canvas.Text(FormattableString.Invariant($"{index + 1}."), Mark.Quiet), Canvas.Text(claim.Statement));
            list.AddRow(Canvas.Text(string.Empty), Canvas.Text(claim.Outcome, claim.Mark));
            foreach ((string word, string text) in claim.Reasons)
            {
                list.AddRow(Canvas.Text(string.Empty), Canvas.Text($"{word}: {text}"));
            }

            canvas.Write(Indented(list));
        }
    }

    private static void Conclusions(Canvas canvas, ReportView view)
    {
        if (view.Conclusions.Count == 0)
        {
            return;
        }

        canvas.BlankLine();
        canvas.WriteLine(view.ConclusionsTitle);
        Grid list = TwoColumns();
        foreach ((int index, ConclusionRecord sentence) in view.Conclusions.Index())
        {
            list.AddRow(Canvas.Text(FormattableString.Invariant($"{index + 1}."), Mark.Quiet), Canvas.Text(sentence.Text));
        }

        canvas.Write(Indented(list));
    }

    private static (MarkedText Label, string Text) Row(ReportNote note) => (new MarkedText($"{note.Label}:", note.Mark), note.Text);

    private static void Rows(Canvas canvas, string title, IEnumerable<(MarkedText Label, string Text)> rows)
    {
        Grid grid = TwoColumns();
        grid.Columns[0].Width = LabelWidth;
        grid.Columns[0].NoWrap = true;
        bool isEmpty = true;
        foreach ((MarkedText label, string text) in rows.Where(row => row.Text.Length > 0))
        {
            grid.AddRow(Canvas.Text(label.Text, label.Mark), Canvas.Text(text));
            isEmpty = false;
        }

        if (isEmpty)
        {
            return;
        }

        canvas.BlankLine();
        if (title.Length > 0)
        {
            canvas.WriteLine(title);
        }

        canvas.Write(Indented(grid));
    }

    private static Grid TwoColumns()
    {
        var grid = new Grid();
        grid.AddColumn(new GridColumn { Padding = new Padding(0, 0, 2, 0) });
        grid.AddColumn(new GridColumn { Padding = new Padding(0) });
        return grid;
    }

    private static Padder Indented(IRenderable what) => new(what, new Padding(2, 0, 0, 0));
}
