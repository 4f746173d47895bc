using Landspeed.Experiments.Results;
using Landspeed.Reporting.Svg;

namespace Landspeed.Reporting.Html;

/// <summary>What is suspicious about single cells, by kind.</summary>
internal static class CellFindings
{
    // A kind that most cells have would fill pages; the result file has them all.
    private const int MostOfAKind = 8;

    /// <summary>Writes them; nothing when there are none.</summary>
    public static void Write(MarkupWriter page, IReadOnlyList<CellNote> cells)
    {
        (CellNote Cell, FindingRecord Finding)[] all =
            [.. cells.SelectMany(cell => cell.Findings, (cell, finding) => (cell, finding))];
        if (all.Length == 0)
        {
            return;
        }

        page.Leaf("h2", "Findings").Line();
        foreach (var kind in all.GroupBy(one => one.Finding.Code))
        {
            int count = kind.Count();
            page.Open("p").Leaf("strong", kind.Key.Replace('_', ' ')).Text($", {Format.Count(count, "cell")}:").Close();
            page.Line().Open("ul").Line();
            foreach ((CellNote cell, FindingRecord finding) in kind.Take(MostOfAKind))
            {
                page.Leaf("li", $"{cell.Name}: {finding.Message}").Line();
            }

            if (count > MostOfAKind)
            {
                page.Leaf("li", $"and {Format.Count(count - MostOfAKind)} more, in the result file").Line();
            }

            page.Close().Line();
        }
    }
}
