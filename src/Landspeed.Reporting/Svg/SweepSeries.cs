using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Svg;

/// <summary>Cells of a sweep as curves of a chart.</summary>
internal static class SweepSeries
{
    /// <summary>
    /// One series a curve with measured cells, in the order of the cells; the look goes by that order in the whole
    /// sweep, so that it is the same in all charts, and in a partial sweep.
    /// </summary>
    /// <param name="document">The sweep.</param>
    /// <param name="point">The point of a measured cell; null: it has none.</param>
    public static IReadOnlyList<ChartSeries> Of(SweepDocument document, Func<SweepCellRecord, ChartPoint?> point) =>
        [.. document.Cells.GroupBy(cell => cell.Curve)
            .Select((cells, look) => new ChartSeries(cells.Key, look, Pieces(cells, point)))
            .Where(series => series.Pieces.Count > 0)];

    /// <summary>The curves, to be found by the name that their cells give.</summary>
    public static Dictionary<string, CurveRecord> CurvesByName(SweepDocument document) =>
        document.Curves.DistinctBy(curve => curve.Name).ToDictionary(curve => curve.Name, StringComparer.Ordinal);

    /// <summary>The axis of request sizes, over all cells, measured or not.</summary>
    public static Axis SizeAxis(SweepDocument document)
    {
        long[] sizes =
            [.. document.Cells.Select(cell => cell.RequestSizeBytes).Where(size => size > 0).DefaultIfEmpty(4096)];
        return Svg.SizeAxis.Of("request size", sizes.Min(), sizes.Max());
    }

    /// <summary>The request sizes of a series in words.</summary>
    public static string Range(ChartSeries series)
    {
        long first = (long)series.Points.First().X;
        long last = (long)series.Points.Last().X;
        return first == last
            ? $"at {Format.ExactSize(first)}"
            : $"from {Format.ExactSize(first)} to {Format.ExactSize(last)}";
    }

    /// <summary>A cell without a value ends a piece; so what was not measured is not drawn as if it were.</summary>
    private static List<IReadOnlyList<ChartPoint>> Pieces(
        IEnumerable<SweepCellRecord> cells, Func<SweepCellRecord, ChartPoint?> point)
    {
        var pieces = new List<IReadOnlyList<ChartPoint>>();
        var piece = new List<ChartPoint>();
        foreach (SweepCellRecord cell in cells.OrderBy(cell => cell.RequestSizeBytes))
        {
            if (cell is { State: CellState.Done, RequestSizeBytes: > 0 } && point(cell) is { } found)
            {
                piece.Add(found);
            }
            else if (piece.Count > 0)
            {
                pieces.Add(piece);
                piece = [];
            }
        }

        return piece.Count > 0 ? [.. pieces, piece] : pieces;
    }
}
