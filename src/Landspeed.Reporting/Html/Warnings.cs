using Landspeed.Experiments.Results;
using Landspeed.Reporting.Svg;

namespace Landspeed.Reporting.Html;

/// <summary>
/// What a reader must know before any number: that the sweep is incomplete, and what is suspicious about it.
/// </summary>
internal static class Warnings
{
    /// <summary>Writes them; nothing when there are none.</summary>
    public static void Write(MarkupWriter page, SweepDocument document)
    {
        int failed = document.Cells.Count(cell => cell.State == CellState.Failed);
        bool incomplete = document.Partial || failed > 0;
        if (!incomplete && document.Findings.Count == 0)
        {
            return;
        }

        page.Open("div", ("class", "alert"), ("role", "note")).Line();
        if (incomplete)
        {
            page.Open("p").Leaf("strong", document.Partial ? "This sweep ended early." : "Some cells failed.")
                .Text($" {Counts(document)}.").Close().Line();
        }

        if (document.Findings.Count > 0)
        {
            page.Open("ul").Line();
            foreach (FindingRecord finding in document.Findings)
            {
                page.Leaf("li", finding.Message).Line();
            }

            page.Close().Line();
        }

        page.Close().Line();
    }

    private static string Counts(SweepDocument document)
    {
        (CellState State, string Word)[] words =
        [
            (CellState.Done, "measured"), (CellState.Pending, "not measured yet"), (CellState.Failed, "failed"),
            (CellState.Skipped, "skipped"),
        ];
        IEnumerable<string> counts = words
            .Select(word => (Count: document.Cells.Count(cell => cell.State == word.State), word.Word))
            .Where(count => count.Count > 0).Select(count => $"{Format.Count(count.Count)} {count.Word}");
        return document.Cells.Count == 0
            ? "It has no cell"
            : $"Of {Format.Count(document.Cells.Count, "cell")}: {string.Join(", ", counts)}";
    }
}
