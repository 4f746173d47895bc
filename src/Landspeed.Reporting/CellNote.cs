using Landspeed.Experiments.Results;

namespace Landspeed.Reporting;

/// <summary>What is to be said of a cell besides its numbers, of whatever kind of document.</summary>
/// <param name="Name">The cell.</param>
/// <param name="State">How far it got.</param>
/// <param name="Reason">Why it was skipped, or how it failed; else null.</param>
/// <param name="Findings">What is suspicious about it.</param>
internal sealed record CellNote(string Name, CellState State, string? Reason, IReadOnlyList<FindingRecord> Findings)
{
    /// <summary>Of the cells of a sweep.</summary>
    public static IReadOnlyList<CellNote> Of(SweepDocument document) =>
        [.. document.Cells.Select(cell => new CellNote(cell.Name, cell.State, cell.Reason, cell.Findings))];

    /// <summary>Of the cells of an experiment.</summary>
    public static IReadOnlyList<CellNote> Of(ExperimentDocument document) =>
        [.. document.Cells.Select(cell => new CellNote(cell.Name, cell.State, cell.Reason, cell.Findings))];
}
