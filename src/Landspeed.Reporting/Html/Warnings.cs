using Landspeed.Experiments.Results;
using Landspeed.Reporting.Svg;

namespace Landspeed.Reporting.Html;

/// <summary>
/// What a reader must know before any number: that the work is incomplete, and what is suspicious about it.
/// </summary>
internal static class Warnings
{
    /// <summary>Writes them; nothing when there are none.</summary>
    /// <param name="page">Where to.</param>
    /// <param name="kind">What ended early, for example <c>sweep</c>.</param>
    /// <param name="isPartial">Whether it did.</param>
    /// <param name="findings">What is suspicious about the whole.</param>
    /// <param name="cells">The cells.</param>
    public static void Write(
        MarkupWriter page,
        string kind,
        bool isPartial,
        IReadOnlyList<FindingRecord> findings,
        IReadOnlyList<CellNote> cells)
    {
        int failed = cells.Count(cell => cell.State == CellState.Failed);
        bool incomplete = isPartial || failed > 0;
        if (!incomplete && findings.Count == 0)
        {
            return;
        }

        page.Open("div", ("class", "alert"), ("role", "note")).Line();
        if (incomplete)
        {
            page.Open("p").Leaf("strong", isPartial ? $"This {kind} ended early." : "Some cells failed.")
                .Text($" {Counts(cells)}.").Close().Line();
        }

        if (findings.Count > 0)
        {
            page.Open("ul").Line();
            foreach (FindingRecord finding in findings)
            {
                page.Leaf("li", finding.Message).Line();
            }

            page.Close().Line();
        }

        page.Close().Line();
    }

    private static string Counts(IReadOnlyList<CellNote> cells)
    {
        (CellState State, string Word)[] words =
        [
            (CellState.Done, "measured"), (CellState.Pending, "not measured yet"), (CellState.Failed, "failed"),
            (CellState.Skipped, "skipped"),
        ];
        IEnumerable<string> counts = words
            .Select(word => (Count: cells.Count(cell => cell.State == word.State), word.Word))
            .Where(count => count.Count > 0).Select(count => $"{Format.Count(count.Count)} {count.Word}");
        return cells.Count == 0
            ? "It has no cell"
            : $"Of {Format.Count(cells.Count, "cell")}: {string.Join(", ", counts)}";
    }
}
