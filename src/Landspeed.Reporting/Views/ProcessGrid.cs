using System.Globalization;
using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Views;

/// <summary>The cells of one buffer size and hint, and of the pipeline, which has its own.</summary>
internal sealed class ProcessGrid
{
    private readonly Dictionary<(string Strategy, string Threads, string Work), CellRecord> _cells;
    private readonly HashSet<CellRecord> _best;

    private ProcessGrid(string name, CellRecord[] cells)
    {
        Name = name;
        _cells = cells.ToDictionary(cell => (
            cell.Labels[ProcessingValues.Strategy], cell.Labels[ProcessingValues.Threads], cell.Labels[ProcessingValues.Work]));
        Strategies = Values(cells, ProcessingValues.Strategy);
        Threads = Values(cells, ProcessingValues.Threads);
        Works = Values(cells, ProcessingValues.Work);

        // Of the same verdicts only: what came from the cache wins nothing over what came from the device.
        (Verdict?, Verdict?) Verdicts(CellRecord cell) => (cell.Verdicts.Read, cell.Verdicts.Write);
        CellRecord[] measured = [.. cells.Where(cell => NsOf(cell) is not null)];
        (Verdict?, Verdict?)? common = measured.GroupBy(Verdicts).MaxBy(group => group.Count())?.Key;
        IsOfOneVerdict = measured.All(cell => Verdicts(cell) == common);
        Cells = cells;
        _best = [.. measured.Where(cell => Verdicts(cell) == common)
            .GroupBy(cell => cell.Labels[ProcessingValues.Work])
            .Select(column => column.MinBy(NsOf)!)];
    }

    /// <summary>Buffer size and hint, as far as they vary.</summary>
    internal string Name { get; }

    /// <summary>Whether all measured cells have the same verdicts.</summary>
    internal bool IsOfOneVerdict { get; }

    /// <summary>All cells.</summary>
    internal IReadOnlyList<CellRecord> Cells { get; }

    /// <summary>The strategies, in order.</summary>
    internal IReadOnlyList<string> Strategies { get; }

    /// <summary>Numbers of threads, in order.</summary>
    internal IReadOnlyList<string> Threads { get; }

    /// <summary>Levels of work, in order.</summary>
    internal IReadOnlyList<string> Works { get; }

    /// <summary>One grid for each buffer size and hint.</summary>
    internal static IEnumerable<ProcessGrid> Of(ResultDocument document)
    {
        CellRecord[] shared = [.. document.Cells.Where(cell => IsPipelined(cell))];
        var others = document.Cells.Where(cell => !IsPipelined(cell)).GroupBy(NameOf).ToArray();
        return others.Length == 0
            ? [new ProcessGrid(string.Empty, shared)]
            : others.Select(group => new ProcessGrid(group.Key, [.. group, .. shared]));
    }

    /// <summary>Median time until durable; null: not measured.</summary>
    internal static double? NsOf(CellRecord cell) => Views.Cells.Time(cell)?.Median;

    /// <summary>A cell; null where there is none.</summary>
    internal CellRecord? Cell(string strategy, string threads, string work) =>
        _cells.GetValueOrDefault((strategy, threads, work));

    /// <summary>Whether a cell is the fastest of its level of work, of those with the verdicts that most have.</summary>
    internal bool IsBest(CellRecord cell) => _best.Contains(cell);

    private static bool IsPipelined(CellRecord cell) => cell.Labels[ProcessingValues.Strategy] == "pipelined";

    private static string NameOf(CellRecord cell) => string.Join(", ", new[]
    {
        cell.Labels.TryGetValue(ProcessingValues.Buffer, out string? size) ? $"buffers of {size}" : null,
        cell.Labels.TryGetValue(ProcessingValues.Hint, out string? hint) ? $"hint {hint}" : null,
    }.OfType<string>());

    private static string[] Values(CellRecord[] cells, string axis) =>
        [.. cells.Select(cell => cell.Labels[axis]).Distinct().OrderBy(Rank)];

    // Numbers by their value; the strategies as they come.
    private static int Rank(string label) => int.TryParse(label, NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number : 0;
}
