using Landspeed.Experiments.Results;
using Landspeed.Reporting.Tables;

namespace Landspeed.Reporting;

/// <summary>
/// A measurement for people: one line that says how fast and whether that was true, then what is suspicious, then the
/// figures behind it. Repeated runs come one a line with their median and spread; the figures are those of the median
/// run.
/// </summary>
/// <param name="style">Width and colour.</param>
/// <remarks>Nothing from outside is taken for markup. Lines have no trailing spaces.</remarks>
public sealed class MeasurementTable(ReportStyle style) : IMeasurementReport
{
    private const string StoppedEarly = "stopped early; the numbers cover what was done until then";

    /// <inheritdoc/>
    public void Write(MeasurementDocument document, TextWriter target)
    {
        ArgumentNullException.ThrowIfNull(document);
        ArgumentNullException.ThrowIfNull(target);
        using var canvas = new Canvas(style);
        foreach (IGrouping<string, MeasurementRecord> runs in document.Jobs.GroupBy(job => job.Name))
        {
            WriteCase(canvas, document, [.. runs]);
        }

        var place = new LabeledRows();
        PlaceRows.Add(place, document);
        canvas.Write(place);
        canvas.CopyTo(target);
    }

    private static void WriteCase(Canvas canvas, MeasurementDocument document, MeasurementRecord[] runs)
    {
        MeasurementRecord shown = MedianRun.Of(runs);
        Headline.Write(canvas, shown, runs.Length);
        if (runs.Length > 1)
        {
            // The summary is of all runs of the document: with several cases in one it fits none of them.
            RunList.Write(canvas, runs, runs.Length == document.Jobs.Count ? document.Summary : null);
        }

        WriteRemarks(canvas, runs, document.Partial);
        canvas.BlankLine();
        if (runs.Length > 1)
        {
            canvas.WriteLine($"Run {Format.Count(shown.RunIndex + 1)}, the median:");
        }

        var rows = new LabeledRows();
        TransferRows.Add(rows, shown);
        CpuRows.Add(rows, shown.Cpu, document.Host);
        TruthRows.Add(rows, shown);
        canvas.Write(rows);
    }

    private static void WriteRemarks(Canvas canvas, MeasurementRecord[] runs, bool partial)
    {
        var rows = new LabeledRows();
        if (partial || runs.Any(run => run.Partial))
        {
            rows.Add("partial:", StoppedEarly, Mark.Warning);
        }

        foreach (string fallback in runs.SelectMany(run => run.Fallbacks).Distinct())
        {
            rows.Add("fallback:", fallback, Mark.Warning);
        }

        foreach (var notes in Notes(runs).GroupBy(note => note.Text))
        {
            string numbers = string.Join(", ", notes.Select(note => note.Run));
            string which = runs.Length > 1 ? $"run {numbers}: " : string.Empty;
            rows.Add("note:", which + notes.Key, Mark.Warning);
        }

        canvas.Write(rows);
    }

    private static IEnumerable<(string Text, string Run)> Notes(MeasurementRecord[] runs) =>
        from run in runs
        from finding in run.Findings
        select ($"{finding.Message} ({finding.Code})", Format.Count(run.RunIndex + 1));
}
