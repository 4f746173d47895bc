using Spectre.Console;
using Spectre.Console.Rendering;

namespace Landspeed.Reporting.Tables;

/// <summary>Tables without lines.</summary>
internal static class Columns
{
    /// <summary>A table of some columns, two spaces apart.</summary>
    /// <param name="count">How many.</param>
    /// <param name="indent">Spaces before the first.</param>
    public static Table Make(int count, int indent = 0)
    {
        Table table = new Table().NoBorder().HideHeaders();
        for (int column = 0; column < count; column++)
        {
            int left = column == 0 ? indent : 2;
            table.AddColumn(new TableColumn(string.Empty) { Padding = new Padding(left, 0, 0, 0), NoWrap = false });
        }

        return table;
    }

    /// <summary>Cells of one row.</summary>
    public static IRenderable[] Row(Mark mark, params IEnumerable<string> cells) =>
        [.. cells.Select(cell => Canvas.Text(cell, mark))];
}
