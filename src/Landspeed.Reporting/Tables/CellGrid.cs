using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tables;

/// <summary>
/// One row a request size, one column a curve, below them the course of each column. What is too wide becomes several
/// tables, never wrapped rows.
/// </summary>
internal sealed class CellGrid
{
    private const int Gap = 2;
    private const string SizeHead = "request";

    private readonly GridQuantity _quantity;
    private readonly IReadOnlyList<CurveColumn> _columns;
    private readonly long[] _sizes;
    private readonly int _sizeWidth;

    /// <summary>A grid of cells in any state.</summary>
    public CellGrid(IReadOnlyList<SweepCellRecord> cells, GridQuantity quantity)
    {
        _quantity = quantity;
        _columns = CurveColumn.Of(cells);
        _sizes = [.. cells.Select(cell => cell.RequestSizeBytes).Distinct().Order()];
        _sizeWidth = _sizes.Select(size => Format.ExactSize(size).Length).Append(SizeHead.Length).Max();
    }

    /// <summary>Appends title, tables and the key to the marks.</summary>
    /// <param name="canvas">Where to.</param>
    /// <param name="explained">Marks that a grid above has in its key; those of this one are added.</param>
    public void Write(Canvas canvas, HashSet<string> explained)
    {
        canvas.WriteLine(_quantity.Title);
        var used = new HashSet<string>(StringComparer.Ordinal);
        foreach (CurveColumn[] columns in Fitting(canvas.Width))
        {
            canvas.BlankLine();
            WriteTable(canvas, columns, used);
        }

        used.ExceptWith(explained);
        explained.UnionWith(used);
        (string Text, Mark Mark)[] key = [.. CellMarks.Meanings(used)];
        if (key.Length > 0)
        {
            canvas.BlankLine();
            Flow.Write(canvas, key, indent: 2);
        }
    }

    /// <summary>Parts of about as many columns each, none too wide.</summary>
    private List<CurveColumn[]> Fitting(int width)
    {
        int tables = Split(width, _columns.Count).Count;
        return tables == 0 ? [] : Split(width, (_columns.Count + tables - 1) / tables);
    }

    private List<CurveColumn[]> Split(int width, int most)
    {
        var parts = new List<CurveColumn[]>();
        var part = new List<CurveColumn>();
        int used = _sizeWidth;
        foreach (CurveColumn column in _columns)
        {
            if (part.Count > 0 && (part.Count == most || used + Gap + column.Width > width))
            {
                parts.Add([.. part]);
                part.Clear();
                used = _sizeWidth;
            }

            part.Add(column);
            used += Gap + column.Width;
        }

        if (part.Count > 0)
        {
            parts.Add([.. part]);
        }

        return parts;
    }

    private void WriteTable(Canvas canvas, CurveColumn[] columns, HashSet<string> used)
    {
        WriteLine(canvas, string.Empty, columns, Mark.Quiet, column => column.Heads[0]);
        WriteLine(canvas, SizeHead, columns, Mark.Quiet, column => column.Heads[1]);
        double?[] best = [.. columns.Select(Best)];
        foreach (long size in _sizes)
        {
            var line = new AlignedLine();
            line.EndAt(_sizeWidth, Format.ExactSize(size));
            int end = _sizeWidth;
            for (int index = 0; index < columns.Length; index++)
            {
                end += Gap + columns[index].Width;
                WriteCell(line, end, columns[index].At(size), best[index], used);
            }

            line.WriteTo(canvas);
        }

        WriteLine(canvas, string.Empty, columns, Mark.Plain, column => column.Shape(_quantity, _sizes));
    }

    private void WriteLine(
        Canvas canvas, string head, CurveColumn[] columns, Mark mark, Func<CurveColumn, string> text)
    {
        var line = new AlignedLine();
        line.EndAt(_sizeWidth, head, mark);
        int end = _sizeWidth;
        foreach (CurveColumn column in columns)
        {
            end += Gap + column.Width;
            line.EndAt(end, text(column), mark);
        }

        line.WriteTo(canvas);
    }

    private double? Best(CurveColumn column)
    {
        double[] medians = [.. column.Cells.Select(_quantity.Median).OfType<double>()];
        return medians.Length > 0 ? _quantity.Best(medians) : null;
    }

    private void WriteCell(AlignedLine line, int end, SweepCellRecord? cell, double? best, HashSet<string> used)
    {
        int numberEnd = end - CellMarks.Width;
        if (_quantity.Median(cell) is not { } median)
        {
            (string word, Mark mark) = Word(cell);
            used.Add(word);
            line.EndAt(numberEnd, word, mark);
            return;
        }

        bool isBest = median == best;
        string star = isBest ? "*" : string.Empty;
        string noise = CellMarks.Noise(_quantity.Of(cell!)!);
        string letter = CellMarks.Letter(cell!.Verdict);
        used.UnionWith([star, noise, letter]);
        line.EndAt(numberEnd, Format.Compact(median), isBest ? Mark.Number : Mark.Plain);
        line.EndAt(numberEnd + 1, star, Mark.Good);
        line.EndAt(numberEnd + 2, noise, Mark.Warning);
        line.EndAt(end, letter, Mark.Warning);
    }

    private static (string Word, Mark Mark) Word(SweepCellRecord? cell) => cell?.State switch
    {
        null => (string.Empty, Mark.Quiet),
        CellState.Pending => ("·", Mark.Quiet),
        CellState.Skipped => ("-", Mark.Quiet),
        CellState.Failed => ("failed", Mark.Warning),
        _ => ("n/a", Mark.Quiet),
    };
}
