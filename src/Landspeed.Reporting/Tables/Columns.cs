using Spectre.Console;
using Spectre.Console.Rendering;

namespace Landspeed.Reporting.Tables;

/// <summary>Columns two spaces apart, without lines.</summary>
internal static class Columns
{
    /// <summary>Some columns as wide as what they hold.</summary>
    public static Grid Make(int count)
    {
        var grid = new Grid();
        for (int column = 0; column < count; column++)
        {
            bool last = column == count - 1;
            grid.AddColumn(new GridColumn { Padding = new Padding(0, 0, last ? 0 : 2, 0) });
        }

        return grid;
    }

    /// <summary>Cells of one row.</summary>
    public static IRenderable[] Row(Mark mark, params IEnumerable<string> cells) =>
        [.. cells.Select(cell => Canvas.Text(cell, mark))];

    /// <summary>The same, two spaces in.</summary>
    public static IRenderable Indent(IRenderable what) => new Padder(what, new Padding(2, 0, 0, 0));
}
