using Spectre.Console;
using Spectre.Console.Rendering;

namespace Landspeed.Reporting.Tables;

/// <summary>Two columns: what it is, and what is known about it. Long text goes on below itself.</summary>
internal sealed class LabeledRows
{
    /// <summary>Widest label, <c>page cache</c>.</summary>
    private const int LabelWidth = 10;

    private readonly List<(IRenderable Label, IRenderable Value)> _rows = [];

    /// <summary>How many rows there are.</summary>
    public int Count => _rows.Count;

    /// <summary>Adds text.</summary>
    public void Add(string label, string value, Mark mark = Mark.Quiet) =>
        Add(label, Canvas.Text(value), mark);

    /// <summary>Adds what is known, joined with commas; nothing when nothing is.</summary>
    public void Add(string label, IEnumerable<string?> facts)
    {
        string known = string.Join(", ", facts.Where(fact => !string.IsNullOrEmpty(fact)));
        if (known.Length > 0)
        {
            Add(label, known);
        }
    }

    /// <summary>Adds something laid out already.</summary>
    public void Add(string label, IRenderable value, Mark mark = Mark.Quiet) =>
        _rows.Add((Canvas.Text(label, mark), value));

    /// <summary>The rows, two spaces in.</summary>
    public IRenderable Render()
    {
        Grid grid = Columns.Make(2);
        grid.Columns[0].Width = LabelWidth;
        grid.Columns[0].NoWrap = true;
        _rows.ForEach(row => grid.AddRow(row.Label, row.Value));
        return Columns.Indent(grid);
    }
}
