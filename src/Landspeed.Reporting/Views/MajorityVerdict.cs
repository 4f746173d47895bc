using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Views;

/// <summary>Where the bytes of cells that only read, or only wrote, came from or went.</summary>
internal static class MajorityVerdict
{
    /// <summary>Of one cell.</summary>
    public static Verdict Of(ExperimentCellRecord cell) => cell.ReadVerdict ?? cell.WriteVerdict ?? Verdict.Unknown;

    /// <summary>The one that most measured cells share; null: none is measured.</summary>
    public static Verdict? Of(IEnumerable<ExperimentCellRecord> cells) => cells
        .Where(cell => cell.State == CellState.Done)
        .GroupBy(Of)
        .OrderByDescending(group => group.Count()).ThenBy(group => group.Key)
        .Select(group => (Verdict?)group.Key).FirstOrDefault();

    /// <summary>The measured cells that share it: only they compare with each other.</summary>
    public static IEnumerable<ExperimentCellRecord> Sharing(IReadOnlyList<ExperimentCellRecord> cells) =>
        cells.Where(cell => cell.State == CellState.Done && Of(cell) == Of(cells));
}
