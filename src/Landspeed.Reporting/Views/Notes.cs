using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views;

/// <summary>What is missing and what is suspicious, each kind once with the cells that it is about.</summary>
internal static class Notes
{
    /// <summary>Names of cells in one sentence; of more one is an example, and formats with room list all.</summary>
    private const int MostNames = 2;

    /// <summary>What qualifies the whole of any document. A single cell is the whole.</summary>
    public static IReadOnlyList<ReportNote> Caveats(ResultDocument document) =>
    [
        .. Partial(document),
        .. document.Findings.Select(finding => new ReportNote("note", Sentence(finding))),
        .. document.Cells.Count == 1 ? OfCells(document) : [],
    ];

    /// <summary>What is missing or suspicious among several cells.</summary>
    public static IReadOnlyList<ReportNote> Footnotes(ResultDocument document) =>
        document.Cells.Count == 1 ? [] : [.. OfCells(document)];

    /// <summary>What is suspicious in the one run of a document.</summary>
    /// <param name="run">The run.</param>
    /// <param name="saidElsewhere">Codes of the findings that the headline has.</param>
    public static IEnumerable<ReportNote> OfRun(RunRecord run, params string[] saidElsewhere) =>
        from finding in run.Findings
        where !saidElsewhere.Contains(finding.Code)
        select new ReportNote("note", Sentence(finding));

    /// <summary>A finding as a sentence with its code.</summary>
    public static string Sentence(FindingRecord finding) => $"{finding.Message} ({finding.Code})";

    private static IEnumerable<ReportNote> Partial(ResultDocument document)
    {
        if (document.Partial)
        {
            string counts = document is { Cells.Count: > 1, Parts.Count: 0 } ? $"; of {Counts(document.Cells)}" : string.Empty;
            yield return new ReportNote("partial", $"stopped early; the numbers cover what was done until then{counts}");
        }
    }

    private static string Counts(IReadOnlyList<CellRecord> cells)
    {
        (CellState State, string Word)[] words =
        [
            (CellState.Done, "measured"), (CellState.Pending, "not measured yet"), (CellState.Failed, "failed"), (CellState.Skipped, "skipped"),
        ];
        IEnumerable<string> counts = words
            .Select(word => (Count: cells.Count(cell => cell.State == word.State), word.Word))
            .Where(count => count.Count > 0).Select(count => $"{Format.Count(count.Count)} {count.Word}");
        return $"{Format.Count(cells.Count, "cell")}: {string.Join(", ", counts)}";
    }

    private static IEnumerable<ReportNote> Reasons(ResultDocument document, CellState state, string label, Mark mark) =>
        from cell in document.Cells
        where cell.State == state
        group cell.Name by cell.Reason ?? "no reason given" into names
        select new ReportNote(label, $"{Names([.. names])}: {names.Key}", mark)
        {
            Heading = $"{Cells.Capital(label)}: {names.Key}",
            Details = [.. names],
        };

    private static IEnumerable<ReportNote> OfCells(ResultDocument document) =>
    [
        .. Reasons(document, CellState.Failed, "failed", Mark.Warning),
        .. Reasons(document, CellState.Skipped, "skipped", Mark.Quiet),
        .. Findings(document),
    ];

    private static IEnumerable<ReportNote> Findings(ResultDocument document) =>
        from cell in document.Cells
        from finding in cell.Findings
        group (Cell: cell.Name, finding.Message) by finding.Code into found
        let messages = found.Select(one => one.Message).Distinct(StringComparer.Ordinal).ToArray()
        let names = Names([.. found.Select(one => one.Cell)])
        let isOne = messages.Length == 1 || found.Count() > MostNames
        let subject = document.Cells.Count == 1 ? string.Empty : isOne ? $"{names}: " : $"{names}; the first: "
        select new ReportNote("note", $"{subject}{messages[0]} ({found.Key})")
        {
            Heading = $"{Cells.Capital(found.Key.Replace('_', ' '))}, {Format.Count(found.Count(), "cell")}",
            Details = [.. found.Select(one => $"{one.Cell}: {one.Message}")],
        };

    private static string Names(string[] names)
    {
        bool areMany = names.Length > MostNames;
        return areMany ? $"{Format.Count(names.Length, "cell")}, such as {names[0]}" : string.Join(", ", names);
    }
}
