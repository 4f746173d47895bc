using System.Globalization;
using Landspeed.Results;

namespace Landspeed.Reporting.Views.Processing;

/// <summary>
/// The cells as one table: a column for the work, a row for the threads and for whatever else varies; strategies beside each other. What
/// varies is none of the pipeline's, so that it has rows of its own then.
/// </summary>
internal sealed class ProcessGrid
{
    private readonly Dictionary<(string Strategy, ProcessRow Row, string Work), CellRecord> _cells;
    private readonly HashSet<string> _best;

    /// <summary>Sorts the cells of a document.</summary>
    internal ProcessGrid(ResultDocument document)
    {
        Cells = document.Cells;
        Varying = [.. ProcessingValues.Variants.Where(axis => Cells.Any(cell => cell.Labels.ContainsKey(axis)))];
        _cells = Cells.ToDictionary(cell => (Strategy(cell), RowOf(cell), cell.Labels[ProcessingValues.Work]));
        Strategies = Values(ProcessingValues.Strategy);
        Works = Values(ProcessingValues.Work);
        Rows = [.. Cells.Select(RowOf).Distinct().OrderBy(row => Rank(row.Threads)).ThenBy(row => row.IsPipelined)];
        _best = [.. document.Conclusions
            .Where(one => one.Code == ProcessingValues.Fastest).SelectMany(one => one.Cells)];
    }

    /// <summary>The axes beside threads and work that vary.</summary>
    internal IReadOnlyList<string> Varying { get; }

    /// <summary>Whether any cell is marked.</summary>
    internal bool HasBest => _best.Count > 0;

    /// <summary>All cells.</summary>
    internal IReadOnlyList<CellRecord> Cells { get; }

    /// <summary>The strategies, in order.</summary>
    internal IReadOnlyList<string> Strategies { get; }

    /// <summary>The rows, in order.</summary>
    internal IReadOnlyList<ProcessRow> Rows { get; }

    /// <summary>Levels of work, in order.</summary>
    internal IReadOnlyList<string> Works { get; }

    /// <summary>Median time until durable; null: not measured.</summary>
    internal static double? NsOf(CellRecord cell) => Views.Cells.Time(cell)?.Median;

    /// <summary>The strategies that a row has cells of.</summary>
    internal IEnumerable<string> StrategiesOf(ProcessRow row) => Varying.Count == 0 ? Strategies
        : Strategies.Where(strategy => strategy == "pipelined" == row.IsPipelined);

    /// <summary>A cell; null where there is none.</summary>
    internal CellRecord? Cell(string strategy, ProcessRow row, string work) => _cells.GetValueOrDefault((strategy, row, work));

    /// <summary>Whether the conclusions call a cell the fastest of its level of work, or too close to it to call.</summary>
    internal bool IsBest(CellRecord cell) => _best.Contains(cell.Name);

    private ProcessRow RowOf(CellRecord cell) => Varying.Count == 0
        ? new ProcessRow(cell.Labels[ProcessingValues.Threads], string.Empty, IsPipelined: false)
        : new ProcessRow(
            cell.Labels[ProcessingValues.Threads],
            Strategy(cell) == "pipelined" ? "pipelined" : string.Join(", ", Varying.Select(axis => cell.Labels.GetValueOrDefault(axis))),
            Strategy(cell) == "pipelined");

    private static string Strategy(CellRecord cell) => cell.Labels[ProcessingValues.Strategy];

    private string[] Values(string axis) => [.. Cells.Select(cell => cell.Labels[axis]).Distinct().OrderBy(Rank)];

    // Numbers by their value; the strategies as they come.
    private static int Rank(string label) => int.TryParse(label, NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number : 0;
}

/// <summary>A row of the table.</summary>
/// <param name="Threads">Threads that work.</param>
/// <param name="Variant">What else varies; empty: nothing does.</param>
/// <param name="IsPipelined">Whether it is a row of the pipeline alone.</param>
internal sealed record ProcessRow(string Threads, string Variant, bool IsPipelined)
{
    /// <summary>Its first column.</summary>
    internal string Name => Variant.Length == 0 ? Threads : $"{Threads}, {Variant}";
}
