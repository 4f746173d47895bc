using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tables;

/// <summary>The cells of one curve as a column of a grid. Its width depends on the plan, not on what is measured.</summary>
internal sealed class CurveColumn
{
    /// <summary>Digits and marks of <c>12,345</c>.</summary>
    private const int LeastWidth = 6 + CellMarks.Width;

    /// <summary>So that six curves fit into 80 columns; more values share bars.</summary>
    private const int MostBars = 12;

    private readonly Dictionary<long, SweepCellRecord> _cells;

    /// <summary>A column.</summary>
    /// <param name="cells">One or more of one curve.</param>
    public CurveColumn(IEnumerable<SweepCellRecord> cells)
    {
        _cells = cells.ToDictionary(cell => cell.RequestSizeBytes);
        SweepCellRecord any = _cells.Values.First();
        Heads = [any.Operation, CurveWords.Way(any.Api, any.Mode, any.QueueDepth)];
        int bars = Math.Min(MostBars, _cells.Values.Count(cell => cell.State != CellState.Skipped));
        Width = Math.Max(LeastWidth, Math.Max(bars, Heads.Max(head => head.Length)));
    }

    /// <summary>What stands above it, on two lines.</summary>
    public IReadOnlyList<string> Heads { get; }

    /// <summary>Columns of text.</summary>
    public int Width { get; }

    /// <summary>Its cells, in no order.</summary>
    public IEnumerable<SweepCellRecord> Cells => _cells.Values;

    /// <summary>The columns of a sweep, in the order of the cells.</summary>
    public static IReadOnlyList<CurveColumn> Of(IEnumerable<SweepCellRecord> cells) =>
        [.. cells.GroupBy(cell => cell.Curve, StringComparer.Ordinal).Select(curve => new CurveColumn(curve))];

    /// <summary>The cell of a request size; null: there is none.</summary>
    public SweepCellRecord? At(long requestSize) => _cells.GetValueOrDefault(requestSize);

    /// <summary>The course of a quantity, without the gap before the first cell that can be measured.</summary>
    public string Shape(GridQuantity quantity, IEnumerable<long> requestSizes) => Sparkline.Of(
        [.. requestSizes.SkipWhile(size => At(size) is null or { State: CellState.Skipped })
            .Select(size => quantity.Median(At(size)))],
        MostBars,
        quantity.Scale);
}
