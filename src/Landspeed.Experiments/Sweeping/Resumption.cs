using System.Text.Json;
using Landspeed.Experiments.Results;
using Landspeed.Platform;

namespace Landspeed.Experiments.Sweeping;

/// <summary>Whether a sweep may be carried on: only where all its numbers stay comparable.</summary>
internal static class Resumption
{
    // What changes by the hour without changing what is measured.
    private static readonly string[] s_volatile = ["load_average", "clock_hz", "clock_method", "available_bytes"];

    /// <summary>Compares the sweep that was begun with the one that would be begun now.</summary>
    /// <param name="journal">What was begun.</param>
    /// <param name="now">What would be begun.</param>
    /// <param name="file">The file, for the message.</param>
    /// <returns>The sweep to carry on: as it was begun.</returns>
    /// <exception cref="ExperimentException">Refused: names the differences. Usage: the grid is another one.</exception>
    internal static SweepDocument Check(JournalContent journal, SweepDocument now, FilePath file)
    {
        SweepDocument begun = journal.Preview;
        if (!begun.Cells.Select(Shape).SequenceEqual(now.Cells.Select(Shape)) || Same(begun.Setup) != Same(now.Setup))
        {
            throw new ExperimentException(
                Outcome.Usage,
                "the interrupted sweep has another grid: leave out all options of the grid to take them from its journal");
        }

        string[] differences =
        [
            .. begun.MethodVersion == now.MethodVersion
                ? Array.Empty<string>()
                : [FormattableString.Invariant($"method_version was {begun.MethodVersion}, is {now.MethodVersion}")],
            .. Differences(begun, now, "host"),
            .. Differences(begun, now, "environment"),
        ];
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

    private static IEnumerable<string> Differences(SweepDocument begun, SweepDocument now, string part)
    {
        JsonElement then = JsonSerializer.SerializeToElement(begun, ResultsJson.Sweep).GetProperty(part);
        JsonElement today = JsonSerializer.SerializeToElement(now, ResultsJson.Sweep).GetProperty(part);
        return then.EnumerateObject()
            .Where(property => !s_volatile.Contains(property.Name))
            .Select(property => (property.Name, Then: property.Value.ToString(), Now: today.GetProperty(property.Name).ToString()))
            .Where(pair => pair.Then != pair.Now)
            .Select(pair => $"{pair.Name} was {Shown(pair.Then)}, is {Shown(pair.Now)}");
    }

    private static string Shown(string value) => value.Length == 0 ? "unknown" : value;
}
