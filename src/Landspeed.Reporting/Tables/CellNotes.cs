using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tables;

/// <summary>What is missing and what is suspicious, each kind once with the cells that it is about.</summary>
internal static class CellNotes
{
    private const string StoppedEarly = "stopped early; the numbers cover what was done until then";

    /// <summary>Longer lists are cut: whoever needs all has the other formats.</summary>
    private const int MostNames = 4;

    /// <summary>Writes them; nothing when there are none.</summary>
    /// <param name="canvas">Where to.</param>
    /// <param name="isPartial">Whether something ended the work early.</param>
    /// <param name="findings">What is suspicious about the whole.</param>
    /// <param name="cells">The cells.</param>
    public static void Write(
        Canvas canvas, bool isPartial, IReadOnlyList<FindingRecord> findings, IReadOnlyList<CellNote> cells)
    {
        var rows = new LabeledRows();
        if (isPartial)
        {
            rows.Add("partial:", StoppedEarly, Mark.Warning);
        }

        AddReasons(rows, "failed:", cells.Where(cell => cell.State == CellState.Failed), Mark.Warning);
        AddReasons(rows, "skipped:", cells.Where(cell => cell.State == CellState.Skipped), Mark.Quiet);
        AddFindings(rows, findings, cells);
        if (rows.Count > 0)
        {
            canvas.BlankLine();
            canvas.Write(rows);
        }
    }

    private static void AddReasons(LabeledRows rows, string label, IEnumerable<CellNote> cells, Mark mark)
    {
        foreach (var group in cells.GroupBy(cell => cell.Reason ?? "no reason given", StringComparer.Ordinal))
        {
            rows.Add(label, $"{Names(group)}: {group.Key}", mark);
        }
    }

    private static void AddFindings(
        LabeledRows rows, IReadOnlyList<FindingRecord> findings, IReadOnlyList<CellNote> cells)
    {
        foreach (FindingRecord finding in findings)
        {
            rows.Add("note:", $"{finding.Message} ({finding.Code})", Mark.Warning);
        }

        var found = from cell in cells
                    from finding in cell.Findings
                    select (Cell: cell, Finding: finding);
        foreach (var group in found.GroupBy(one => one.Finding.Code, StringComparer.Ordinal))
        {
            string[] messages = [.. group.Select(one => one.Finding.Message).Distinct(StringComparer.Ordinal)];
            string first = messages.Length > 1 ? $"of the first: {messages[0]}" : messages[0];
            rows.Add("note:", $"{Names(group.Select(one => one.Cell))}: {first} ({group.Key})", Mark.Warning);
        }
    }

    private static string Names(IEnumerable<CellNote> cells)
    {
        string[] names = [.. cells.Select(cell => cell.Name)];
        string shown = string.Join(", ", names.Take(MostNames));
        return names.Length > MostNames ? $"{shown} and {Format.Count(names.Length - MostNames)} more" : shown;
    }
}
