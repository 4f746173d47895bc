using Landspeed.Experiments.Results;
using Landspeed.Reporting.Svg;

namespace Landspeed.Reporting.Html;

/// <summary>A table with one row a request size and one column a curve.</summary>
internal static class CellTable
{
    /// <summary>Writes it.</summary>
    /// <param name="page">Where to.</param>
    /// <param name="document">The sweep.</param>
    /// <param name="heading">Heading of the section.</param>
    /// <param name="caption">How to read it.</param>
    /// <param name="isBest">Whether a measured cell is the best of its column.</param>
    /// <param name="content">Writes what a measured cell shows; null: the cell has no value.</param>
    public static void Write(
        MarkupWriter page, SweepDocument document, string heading, string caption, Func<SweepCellRecord, bool> isBest,
        Func<SweepCellRecord, Action?> content)
    {
        string[] curves = [.. document.Cells.Select(cell => cell.Curve).Distinct()];
        Dictionary<(long, string), SweepCellRecord> cells = document.Cells
            .DistinctBy(cell => (cell.RequestSizeBytes, cell.Curve))
            .ToDictionary(cell => (cell.RequestSizeBytes, cell.Curve));
        IEnumerable<Action> heads = curves.Select<string, Action>((curve, look) => () =>
        {
            CurveKey.Write(page, look);
            page.Text(curve);
        });
        PageTable.Write(page, "cells", heading, caption, heads.Prepend(() => page.Text("Request size")), () =>
        {
            foreach (long size in document.Cells.Select(cell => cell.RequestSizeBytes).Distinct().Order())
            {
                page.Open("tr").Leaf("th", Format.ExactSize(size), ("scope", "row"));
                foreach (string curve in curves)
                {
                    SweepCellRecord? cell = cells.GetValueOrDefault((size, curve));
                    Write(page, cell, cell is { State: CellState.Done } ? content(cell) : null, isBest);
                }

                page.Close().Line();
            }
        });
    }

    /// <summary>The best measured cell of each curve.</summary>
    /// <param name="document">The sweep.</param>
    /// <param name="value">What counts, more is better; null: the cell has none.</param>
    public static HashSet<SweepCellRecord> Best(SweepDocument document, Func<SweepCellRecord, double?> value) =>
        [.. document.Cells
            .Where(cell => cell.State == CellState.Done && value(cell) is { } known && double.IsFinite(known))
            .GroupBy(cell => cell.Curve).Select(curve => curve.MaxBy(value)!)];

    private static void Write(
        MarkupWriter page, SweepCellRecord? cell, Action? content, Func<SweepCellRecord, bool> isBest)
    {
        if (content is null)
        {
            page.Leaf("td", cell is null ? string.Empty : Word(cell.State), ("class", "none"));
            return;
        }

        bool best = isBest(cell!);
        page.Open("td", best ? [("class", "best")] : []);
        content();
        if (best)
        {
            page.Leaf("small", "best");
        }

        page.Close();
    }

    private static string Word(CellState state) => state switch
    {
        CellState.Pending => "not measured",
        CellState.Skipped => "skipped",
        CellState.Failed => "failed",
        _ => "–",
    };
}
