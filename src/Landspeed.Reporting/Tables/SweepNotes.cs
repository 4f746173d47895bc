using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tables;

/// <summary>What is missing and what is suspicious, each kind once with the cells that it is about.</summary>
internal static class SweepNotes
{
    private const string StoppedEarly = "stopped early; the numbers cover what was done until then";

    /// <summary>Longer lists are cut: whoever needs all has the other formats.</summary>
    private const int MostNames = 4;

    /// <summary>Writes them; nothing when there are none.</summary>
    public static void Write(Canvas canvas, SweepDocument document)
    {
        var rows = new LabeledRows();
        if (document.Partial)
        {
            rows.Add("partial:", StoppedEarly, Mark.Warning);
        }

        AddReasons(rows, "failed:", document.Cells.Where(cell => cell.State == CellState.Failed), Mark.Warning);
        AddReasons(rows, "skipped:", document.Cells.Where(cell => cell.State == CellState.Skipped), Mark.Quiet);
        AddFindings(rows, document);
        if (rows.Count > 0)
        {
            canvas.BlankLine();
            canvas.Write(rows);
        }
    }

    private static void AddReasons(LabeledRows rows, string label, IEnumerable<SweepCellRecord> cells, Mark mark)
    {
        foreach (var group in cells.GroupBy(cell => cell.Reason ?? "no reason given", StringComparer.Ordinal))
        {
            rows.Add(label, $"{Names(group)}: {group.Key}", mark);
        }
    }

    private static void AddFindings(LabeledRows rows, SweepDocument document)
    {
        foreach (FindingRecord finding in document.Findings)
        {
            rows.Add("note:", $"{finding.Message} ({finding.Code})", Mark.Warning);
        }

        var found = from cell in document.Cells
                    from finding in cell.Findings
                    select (Cell: cell, Finding: finding);
        foreach (var group in found.GroupBy(one => one.Finding.Code, StringComparer.Ordinal))
        {
            string[] messages = [.. group.Select(one => one.Finding.Message).Distinct(StringComparer.Ordinal)];
            string first = messages.Length > 1 ? $"of the first: {messages[0]}" : messages[0];
            rows.Add("note:", $"{Names(group.Select(one => one.Cell))}: {first} ({group.Key})", Mark.Warning);
        }
    }

    private static string Names(IEnumerable<SweepCellRecord> cells)
    {
        string[] names = [.. cells.Select(cell => cell.Name)];
        string shown = string.Join(", ", names.Take(MostNames));
        return names.Length > MostNames ? $"{shown} and {Format.Count(names.Length - MostNames)} more" : shown;
    }
}
