using Landspeed.Reporting.Views;

namespace Landspeed.Reporting.Tables;

/// <summary>A table of cells on a terminal. What is too wide becomes several tables, never wrapped rows.</summary>
internal static class ViewTable
{
    private const int Gap = 2;
    private const string BestSign = "*";
    private const string Legend = "* best of the column, of the cells whose verdict most of them share.";

    /// <summary>Writes title, table or tables, and how to read them.</summary>
    public static void Write(Canvas canvas, ReportTable table)
    {
        canvas.WriteLine(table.Title);
        int[] widths = [.. Enumerable.Range(0, table.Columns.Count).Select(column => Width(table, column))];
        foreach (int[] columns in Parts(widths, canvas.Width))
        {
            canvas.BlankLine();
            WritePart(canvas, table, widths, columns);
        }

        if (Note(table) is { Length: > 0 } note)
        {
            canvas.BlankLine();
            canvas.Write(Columns.Indent(Canvas.Text(note, Mark.Quiet)));
        }
    }

    // A view that says itself what its stars mean is believed.
    private static string Note(ReportTable table)
    {
        bool wantsLegend = table.Rows.Any(row => row.Any(cell => cell.Mark == Mark.Number))
            && table.Note?.Contains(BestSign, StringComparison.Ordinal) != true;
        return $"{table.Note} {(wantsLegend ? Legend : string.Empty)}".Trim();
    }

    // The best of its kind has a star, for who sees no colours.
    private static string Text(ReportCell cell) => cell.Mark == Mark.Number ? cell.Text + BestSign : cell.Text;

    private static int Width(ReportTable table, int column) =>
        table.Rows.Select(row => Text(row[column]).Length).Append(table.Columns[column].Length).Max();

    private static List<int[]> Parts(int[] widths, int most)
    {
        var parts = new List<int[]>();
        var part = new List<int>();
        int used = widths[0];
        for (int column = 1; column < widths.Length; column++)
        {
            if (part.Count > 0 && used + Gap + widths[column] > most)
            {
                parts.Add([.. part]);
                part.Clear();
                used = widths[0];
            }

            part.Add(column);
            used += Gap + widths[column];
        }

        return [.. parts, [.. part]];
    }

    private static void WritePart(Canvas canvas, ReportTable table, int[] widths, int[] columns)
    {
        WriteLine(canvas, table, widths, columns, column => new ReportCell(table.Columns[column], Mark.Quiet));
        foreach (IReadOnlyList<ReportCell> row in table.Rows)
        {
            WriteLine(canvas, table, widths, columns, column => row[column]);
        }
    }

    private static void WriteLine(
        Canvas canvas, ReportTable table, int[] widths, int[] columns, Func<int, ReportCell> cell)
    {
        var line = new AlignedLine();
        ReportCell first = cell(0);
        line.EndAt(Text(first).Length, Text(first), first.Mark);
        int end = widths[0];
        foreach (int column in columns)
        {
            end += Gap + widths[column];
            int free = table.IsWords ? widths[column] - Text(cell(column)).Length : 0;
            line.EndAt(end - free, Text(cell(column)), cell(column).Mark);
        }

        line.WriteTo(canvas);
    }
}
