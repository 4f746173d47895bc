using Landspeed.Reporting.Views;
using Spectre.Console;

namespace Landspeed.Reporting.Terminal;

/// <summary>A table of cells on a terminal. What is too wide becomes several tables; only the last column of words is wrapped.</summary>
internal sealed class TerminalTable
{
    private const int Gap = 2;

    private readonly ReportTable _table;
    private readonly int[] _widths;
    private readonly (bool Star, bool Noise, bool Letter) _signs;
    private readonly HashSet<string> _used = [];

    /// <summary>Lays a table out.</summary>
    public TerminalTable(ReportTable table)
    {
        int[] shown = [.. table.Columns.Index().Where(column => !column.Item.IsForPages).Select(column => column.Index)];
        table = table with
        {
            Columns = [.. shown.Select(index => table.Columns[index])],
            Rows = [.. table.Rows.Select(row => (IReadOnlyList<ReportCell>)[.. shown.Select(index => row[index])])],
        };
        _table = table;
        ReportCell[] cells = [.. table.Rows.SelectMany(row => row)];
        bool isFixed = table.SignWidth > 0;
        _signs = (
            isFixed || cells.Any(cell => cell.Mark == Mark.Number),
            isFixed || cells.Any(cell => cell.IsNoisy),
            isFixed || cells.Any(cell => cell.Letter is not null));
        _widths = [.. Enumerable.Range(0, table.Columns.Count).Select(Width)];
    }

    private int SignWidth => (_signs.Star ? 1 : 0) + (_signs.Noise ? 1 : 0) + (_signs.Letter ? 1 : 0);

    /// <summary>Writes title, table or tables, and how to read them.</summary>
    /// <param name="canvas">Where to.</param>
    /// <param name="explained">Signs that a table above has in its key; those of this one are added.</param>
    public void Write(Canvas canvas, HashSet<SignMeaning> explained)
    {
        canvas.WriteLine(_table.Title);
        foreach (int[] columns in _widths.Length > 1 ? Parts(canvas.Width) : [])
        {
            canvas.BlankLine();
            WritePart(canvas, columns);
        }

        SignMeaning[] key = [.. _table.Key.Where(entry => _used.Contains(entry.Sign) && explained.Add(entry))];
        if (key.Length > 0 || _table.Note is { Length: > 0 })
        {
            canvas.BlankLine();
        }

        if (_table.Note is { Length: > 0 } note)
        {
            canvas.Write(new Padder(Canvas.Text(note, Mark.Quiet), new Padding(2, 0, 0, 0)));
        }

        if (key.Length > 0)
        {
            Flow.Write(canvas, key.Select(entry => new MarkedText($"{entry.Sign} {entry.Meaning}", Mark.Quiet)), indent: 2);
        }
    }

    /// <summary>Groups of columns of about as many each, none too wide; the first column stands in each.</summary>
    private List<int[]> Parts(int most)
    {
        int tables = Split(most, _widths.Length).Count;
        return Split(most, (_widths.Length - 1 + tables - 1) / Math.Max(1, tables));
    }

    private List<int[]> Split(int width, int columns)
    {
        var parts = new List<int[]>();
        var part = new List<int>();
        int used = _widths[0];
        for (int column = 1; column < _widths.Length; column++)
        {
            bool isWrapped = _table.IsWords && column == _widths.Length - 1;
            if (part.Count > 0 && !isWrapped && (part.Count == columns || used + Gap + _widths[column] > width))
            {
                parts.Add([.. part]);
                part.Clear();
                used = _widths[0];
            }

            part.Add(column);
            used += Gap + _widths[column];
        }

        return [.. parts, [.. part]];
    }

    private int Width(int index)
    {
        ReportColumn column = _table.Columns[index];
        int text = _table.Rows.Select(row => row[index].Text.Length).Append(column.LeastWidth).Max();
        int signs = index == 0 || _table.IsWords ? 0 : SignWidth;
        return Math.Max(
            Math.Max(text + signs, Math.Min(column.MostBars, Math.Max(column.LeastBars, column.Course.Count))),
            Math.Max(column.Heading.Length, column.Above.Length));
    }

    private void WritePart(Canvas canvas, int[] columns)
    {
        if (columns.Any(column => _table.Columns[column].Above.Length > 0))
        {
            WriteHeads(canvas, columns, index => index == 0 ? string.Empty : _table.Columns[index].Above, Mark.Quiet);
        }

        WriteHeads(canvas, columns, index => _table.Columns[index].Heading, Mark.Quiet);
        foreach (IReadOnlyList<ReportCell> row in _table.Rows)
        {
            WriteRow(canvas, columns, row);
        }

        if (columns.Any(column => _table.Columns[column].Course.Count > 0))
        {
            WriteHeads(canvas, columns, Course, Mark.Plain);
        }
    }

    private string Course(int index)
    {
        ReportColumn column = _table.Columns[index];
        return column.Course.Count == 0 ? string.Empty : Sparkline.Of(column.Course, column.MostBars, column.IsCourseLog);
    }

    private void WriteHeads(Canvas canvas, int[] columns, Func<int, string> text, Mark mark)
    {
        var line = new AlignedLine();
        string first = text(0);
        line.EndAt(_table.IsNumberRow ? _widths[0] : first.Length, first, mark);
        int end = _widths[0];
        foreach (int column in columns)
        {
            string head = text(column);
            end += Gap + _widths[column];
            int signs = _table.IsWords || _table.SignWidth > 0 || head.Length + SignWidth > _widths[column] ? 0 : SignWidth;
            line.EndAt(_table.IsWords ? end - _widths[column] + head.Length : end - signs, head, mark);
        }

        line.WriteTo(canvas);
    }

    private void WriteRow(Canvas canvas, int[] columns, IReadOnlyList<ReportCell> row)
    {
        var line = new AlignedLine();
        line.EndAt(_table.IsNumberRow ? _widths[0] : row[0].Text.Length, row[0].Text, row[0].Mark);
        int end = _widths[0];
        string[] wrapped = [];
        int start = 0;
        foreach (int column in columns)
        {
            ReportCell cell = row[column];
            start = end + Gap;
            end = start + _widths[column];
            if (_table.IsWords)
            {
                wrapped = column == columns[^1] ? Wrapped(cell.Text, Math.Max(8, canvas.Width - start)) : [cell.Text];
                line.EndAt(start + wrapped[0].Length, wrapped[0], cell.Mark);
            }
            else
            {
                WriteNumber(line, end, cell);
            }
        }

        line.WriteTo(canvas);
        foreach (string rest in wrapped.Skip(1))
        {
            var more = new AlignedLine();
            more.EndAt(start + rest.Length, rest, row[columns[^1]].Mark);
            more.WriteTo(canvas);
        }
    }

    private void WriteNumber(AlignedLine line, int end, ReportCell cell)
    {
        int at = end - SignWidth;
        line.EndAt(at, cell.Text, cell.Mark);
        _used.Add(cell.Text);
        if (_signs.Star && Sign(cell.Mark == Mark.Number ? "*" : string.Empty, ref at) is { Length: > 0 } star)
        {
            line.EndAt(at, star, Mark.Good);
        }

        if (_signs.Noise && Sign(cell.IsNoisy ? "~" : string.Empty, ref at) is { Length: > 0 } noise)
        {
            line.EndAt(at, noise, Mark.Warning);
        }

        if (_signs.Letter && Sign(cell.Letter ?? string.Empty, ref at) is { Length: > 0 } letter)
        {
            line.EndAt(at, letter, Mark.Warning);
        }
    }

    private string Sign(string sign, ref int at)
    {
        at++;
        _used.Add(sign);
        return sign;
    }

    private static string[] Wrapped(string text, int width)
    {
        var lines = new List<string> { string.Empty };
        foreach (string word in text.Split(' '))
        {
            string longer = lines[^1].Length == 0 ? word : $"{lines[^1]} {word}";
            if (lines[^1].Length > 0 && longer.Length > width)
            {
                lines.Add(word);
            }
            else
            {
                lines[^1] = longer;
            }
        }

        return [.. lines];
    }
}
