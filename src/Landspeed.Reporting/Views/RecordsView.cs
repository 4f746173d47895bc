using System.Globalization;
using Landspeed.Experiments.Results;
using Landspeed.Reporting.Tables;

namespace Landspeed.Reporting.Views;

/// <summary>Sort-benchmark records that were made or validated: what was found, and what it took.</summary>
internal static class RecordsView
{
    /// <summary>Makes it.</summary>
    public static ReportView Of(ExperimentDocument document)
    {
        ExperimentCellRecord cell = document.Cells[0];
        return new ReportView
        {
            Headline = [document.Experiment == ExperimentNames.GeneratingRecords ? "records made" : "records validated"],
            Setup = [.. document.Setup.Options.Select(option => $"{option.Key} {option.Value}")],
            Tables = cell.Runs is [{ Failure: null } run, ..] ? [Table(cell, run)] : [],
        };
    }

    private static ReportTable Table(ExperimentCellRecord cell, TrialRunRecord run) => new()
    {
        Title = "Result",
        Columns = ["what", "value"],
        Rows = [.. Found(run), .. Taken(cell, run)],
    };

    private static IEnumerable<IReadOnlyList<ReportCell>> Found(TrialRunRecord run)
    {
        if (run.Facts.TryGetValue(RecordLabels.InOrder, out string? order))
        {
            yield return ["in order", new ReportCell(order, order == "yes" ? Mark.Good : Mark.Warning)];
        }

        if (run.Facts.TryGetValue(RecordLabels.FirstUnordered, out string? first))
        {
            yield return ["first out of order", $"record {first}"];
            yield return ["out of order", Count(run, RecordLabels.UnorderedRecords)];
        }

        yield return ["records", Format.Count(run.Records ?? 0)];
        if (run.Values.ContainsKey(RecordLabels.DuplicateRecords))
        {
            yield return ["duplicate keys", Count(run, RecordLabels.DuplicateRecords)];
        }

        if (run.Facts.TryGetValue(RecordLabels.Checksum, out string? checksum))
        {
            yield return ["checksum", checksum];
        }

        if (run.Values.TryGetValue(RecordLabels.ResumedBytes, out double resumed) && resumed > 0)
        {
            yield return ["there before", Format.Size((long)resumed)];
        }
    }

    private static IEnumerable<IReadOnlyList<ReportCell>> Taken(ExperimentCellRecord cell, TrialRunRecord run)
    {
        yield return [run.ElapsedToDurableNs is null ? "time" : "time to return", Format.Duration(run.ElapsedNs)];
        if (run.ElapsedToDurableNs is { } durable)
        {
            yield return [$"time {CacheWords.UntilFlushed([cell])}", Format.Duration(durable)];
        }

        double bytes = (run.Records ?? 0) * RecordLabels.BytesOfRecord;
        yield return ["throughput", Format.Throughput(bytes * 1e9 / (run.ElapsedToDurableNs ?? run.ElapsedNs))];
        if (run.Cpu?.ProcessUserNs + run.Cpu?.ProcessSystemNs is > 0 and var processor)
        {
            yield return ["per processor second", $"{Format.Number(bytes / processor * 1e3)} MB"];
        }

        if (run.PeakResidentBytes is { } peak)
        {
            yield return ["peak memory", Format.Size(peak)];
        }

        if (run.Facts.TryGetValue(RecordLabels.Mode, out string? mode))
        {
            yield return ["mode", mode];
        }

        if (PlainView.Verdicts(cell) is { Text.Length: > 0 } verdict)
        {
            yield return ["verdict", verdict];
        }
    }

    private static string Count(TrialRunRecord run, string name) =>
        run.Values.TryGetValue(name, out double value) ? value.ToString("N0", CultureInfo.InvariantCulture) : string.Empty;
}
