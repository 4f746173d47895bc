using System.Text.Json;
using Landspeed.Experiments.Journals;
using Landspeed.Experiments.Results;
using Landspeed.Platform;
using SweepContent = Landspeed.Experiments.Journals.JournalContent<
    Landspeed.Experiments.Results.SweepDocument, Landspeed.Experiments.Results.SweepRunRecord>;

namespace Landspeed.Experiments.Sweeping;

/// <summary>Whether a sweep may be carried on: only where all its numbers stay comparable.</summary>
internal static class Resumption
{
    /// <summary>Compares the sweep that was begun with the one that would be begun now.</summary>
    /// <param name="journal">What was begun.</param>
    /// <param name="now">What would be begun.</param>
    /// <param name="file">The file, for the message.</param>
    /// <returns>The sweep to carry on: as it was begun.</returns>
    /// <exception cref="ExperimentException">Refused: names the differences. Usage: the grid is another one.</exception>
    internal static SweepDocument Check(SweepContent journal, SweepDocument now, FilePath file)
    {
        SweepDocument begun = journal.Preview;
        if (!begun.Cells.Select(Shape).SequenceEqual(now.Cells.Select(Shape)) || Same(begun.Setup) != Same(now.Setup))
        {
            throw new ExperimentException(
                Outcome.Usage,
                "the interrupted sweep has another grid: leave out all options of the grid to take them from its journal");
        }

        string[] differences = Comparability.Differences(
            JsonSerializer.SerializeToElement(begun, ResultsJson.Sweep), JsonSerializer.SerializeToElement(now, ResultsJson.Sweep));
        return differences.Length == 0
            ? begun
            : throw new ExperimentException(
                Outcome.Refused,
                $"the sweep on {file.Display} cannot be carried on, its numbers would not be comparable: "
                + $"{string.Join("; ", differences)}; remove the journal to start anew");
    }

    private static (string Name, CellState State) Shape(SweepCellRecord cell) =>
        (cell.Name, cell.State == CellState.Skipped ? CellState.Skipped : CellState.Pending);

    // The seed orders what is left; a resumed sweep keeps the first one. Its file may have been removed or kept.
    private static SweepSetupRecord Same(SweepSetupRecord setup) => setup with { Seed = 0, MadeFile = false, Grid = string.Empty };
}
