using System.Text;
using Landspeed.Reporting.Views;
using Landspeed.Reporting.Words;

namespace Landspeed.Reporting.Formats;

/// <summary>A result as Markdown of the GitHub flavour: headings, tables, lists; charts are left out.</summary>
/// <remarks>All text from outside is escaped. Lines end with a line feed.</remarks>
internal static class MarkdownReport
{
    private const string Anywhere = "\\`*_[]<>|~&";
    private const string AtStart = "#+-=!";

    /// <summary>Writes a view.</summary>
    public static void Write(ReportView view, TextWriter target)
    {
        var text = new StringBuilder();
        Write(text, view, "#");
        foreach (ReportView section in view.Sections)
        {
            text.Append('\n');
            Write(text, section, "##");
        }

        target.Write(text.ToString());
    }

    private static void Write(StringBuilder text, ReportView view, string level)
    {
        text.Append(level).Append(' ').Append(Escaped(view.Title)).Append("\n\n");
        foreach (IReadOnlyList<MarkedText> line in view.Headline)
        {
            text.AppendJoin(" · ", line.Where(part => part.Text.Length > 0).Select(Marked)).Append("  \n");
        }

        string below = $"{level}#";
        List(text, below, string.Empty, view.Caveats.Select(Note), "- ");
        List(text, below, view.ClaimsTitle, view.Claims.Select(Claim), "1. ");
        List(text, below, view.ConclusionsTitle, view.Conclusions.Select(sentence => Escaped(sentence.Text)), "1. ");
        foreach (ReportTable table in view.Tables)
        {
            Table(text, below, table);
        }

        List(text, below, "Notes", view.Footnotes.Select(Note), "- ");
        List(
            text, below, view.FactsTitle.Length > 0 ? view.FactsTitle.TrimEnd(':') : "Facts",
            view.Facts.Where(fact => fact.Page.Length > 0).Select(fact => $"**{Escaped(fact.Label)}**: {Escaped(fact.Page)}"), "- ");
    }

    private static void Table(StringBuilder text, string level, ReportTable table)
    {
        text.Append('\n').Append(level).Append(' ').Append(Escaped(table.Title)).Append("\n\n");
        Row(text, table.Columns.Select(column => Escaped($"{column.Above} {column.Heading}".Trim())));
        Row(text, table.Columns.Select((_, index) => table.IsWords || (index == 0 && !table.IsNumberRow) ? "---" : "--:"));
        foreach (IReadOnlyList<ReportCell> row in table.Rows)
        {
            Row(text, row.Select(cell => cell.Mark == Mark.Number ? $"**{Escaped(cell.Text)}**{Signs(cell)}" : Escaped(cell.Text) + Signs(cell)));
        }

        string[] used = [.. table.Rows.SelectMany(row => row).SelectMany(cell => cell.Signs.Select(sign => sign.ToString()).Append(cell.Text))];
        IEnumerable<string> key = table.Key.Where(entry => used.Contains(entry.Sign)).Select(entry => $"{entry.Sign} {entry.Meaning}");
        string note = ReportFact.Joined([table.Note, ReportFact.Joined(key, "; ")], " ");
        if (note.Length > 0)
        {
            text.Append('\n').Append(Escaped(note)).Append('\n');
        }
    }

    private static string Signs(ReportCell cell) => cell.Signs.Length > 0 ? $" {Escaped(cell.Signs)}" : string.Empty;

    private static void Row(StringBuilder text, IEnumerable<string> cells) => text.Append("| ").AppendJoin(" | ", cells).Append(" |\n");

    private static void List(StringBuilder text, string level, string title, IEnumerable<string> items, string bullet)
    {
        string[] lines = [.. items.Where(item => item.Length > 0)];
        if (lines.Length == 0)
        {
            return;
        }

        text.Append(title.Length > 0 ? $"\n{level} {Escaped(title)}\n\n" : "\n");
        foreach (string line in lines)
        {
            text.Append(bullet).Append(line).Append('\n');
        }
    }

    private static string Claim(ReportClaim claim) => $"**{Escaped(claim.Outcome)}**: {Escaped(claim.Statement)}"
        + string.Concat(claim.Reasons.Select(reason => $"\n   - {Escaped(reason.Word)}: {Escaped(reason.Text)}"));

    private static string Note(ReportNote note) =>
        $"**{Escaped(note.Label)}**: {Escaped(note.Text.Length > 0 ? note.Text : string.Join("; ", note.Details))}";

    private static string Marked(MarkedText part) => part.Mark == Mark.Number ? $"**{Escaped(part.Text)}**" : Escaped(part.Text);

    // Some signs mean something anywhere, others at the start of a line only; a line break would end a row.
    private static string Escaped(string text)
    {
        var escaped = new StringBuilder(text.Length);
        foreach ((int index, char letter) in HarmlessText.ForTerminal(text).Index())
        {
            bool isSpecial = Anywhere.Contains(letter, StringComparison.Ordinal)
                || (index == 0 && AtStart.Contains(letter, StringComparison.Ordinal));
            _ = isSpecial ? escaped.Append('\\').Append(letter) : escaped.Append(char.IsControl(letter) ? ' ' : letter);
        }

        return escaped.ToString();
    }
}
