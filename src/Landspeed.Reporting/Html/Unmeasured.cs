using Landspeed.Experiments.Results;
using Landspeed.Reporting.Svg;

namespace Landspeed.Reporting.Html;

/// <summary>Cells without a number, by reason.</summary>
internal static class Unmeasured
{
    /// <summary>Writes them; nothing when every cell was measured.</summary>
    public static void Write(MarkupWriter page, IReadOnlyList<CellNote> all)
    {
        CellNote[] cells = [.. all.Where(cell => cell.State != CellState.Done)];
        if (cells.Length == 0)
        {
            return;
        }

        page.Leaf("h2", "Not measured").Line().Open("ul").Line();
        foreach (var group in cells.GroupBy(cell => (cell.State, cell.Reason)))
        {
            (CellState state, string? reason) = group.Key;
            page.Open("li").Leaf("strong", Word(state)).Text(reason is null ? ": " : $", {reason}: ")
                .Text(string.Join(", ", group.Select(cell => cell.Name))).Close().Line();
        }

        page.Close().Line();
    }

    private static string Word(CellState state) => state switch
    {
        CellState.Pending => "No run yet",
        CellState.Skipped => "Skipped",
        _ => "Failed",
    };
}
