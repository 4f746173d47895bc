using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views;

/// <summary>Sort-benchmark records that were made or validated: what was found, and what it took.</summary>
internal static class RecordsView
{
    /// <summary>Makes it.</summary>
    public static ReportView Of(ResultDocument document)
    {
        string name = document.Variant == ResultKinds.Generate ? "records made" : "records validated";
        CellRecord? cell = document.Cells.Count > 0 ? document.Cells[0] : null;
        return new ReportView
        {
            Headline = [[name], [.. document.Setup.Options.Select(option => (MarkedText)$"{option.Key} {option.Value}")]],
            Tables = cell is not null && Cells.MedianRun(cell) is { } run ? [Table(cell, run)] : [],
        };
    }

    private static ReportTable Table(CellRecord cell, RunRecord run) => new()
    {
        Title = "Result",
        Columns = ["what", "value"],
        Rows = [.. Found(run), .. Taken(cell, run)],
    };

    private static IEnumerable<IReadOnlyList<ReportCell>> Found(RunRecord run)
    {
        if (run.Facts.TryGetValue(RecordLabels.InOrder, out string? order))
        {
            yield return ["in order", new ReportCell(order, order == "yes" ? Mark.Good : Mark.Warning)];
        }

        if (run.Facts.TryGetValue(RecordLabels.FirstUnordered, out string? first))
        {
            yield return ["first out of order", $"record {first}"];
            yield return ["out of order", Count(run, Metrics.UnorderedRecords)];
        }

        yield return ["records", Format.Count((long)(run[Metrics.Records] ?? 0))];
        if (run[Metrics.DuplicateRecords] is not null)
        {
            yield return ["duplicate keys", Count(run, Metrics.DuplicateRecords)];
        }

        if (run.Facts.TryGetValue(RecordLabels.Checksum, out string? checksum))
        {
            yield return ["checksum", checksum];
        }

        if (run[Metrics.ResumedBytes] is > 0 and var resumed)
        {
            yield return ["already there", Format.Size((long)resumed)];
        }
    }

    private static IEnumerable<IReadOnlyList<ReportCell>> Taken(CellRecord cell, RunRecord run)
    {
        double? durable = run[Metrics.ElapsedToDurable];
        double elapsed = run[Metrics.Elapsed] ?? 0;
        yield return [durable is null ? "time" : "time until return", Format.Duration(elapsed)];
        if (durable is { } ns)
        {
            yield return [$"time {CacheWords.UntilFlushed([cell])}", Format.Duration(ns)];
        }

        double bytes = (run[Metrics.Records] ?? 0) * RecordLabels.BytesOfRecord;
        yield return ["throughput", Format.Throughput(bytes * 1e9 / (durable ?? elapsed))];
        if (run[Metrics.Cpu] is > 0 and var cpu)
        {
            yield return ["per CPU second", $"{Format.Number(bytes / cpu * 1e3)} MB"];
        }

        if (run[Metrics.PeakResident] is { } peak)
        {
            yield return ["peak memory", Format.Size((long)peak)];
        }

        if (run.Facts.TryGetValue(RecordLabels.Mode, out string? mode))
        {
            yield return ["mode", mode];
        }

        if (Cells.Verdicts(cell) is { Text.Length: > 0 } verdict)
        {
            yield return ["verdict", verdict];
        }
    }

    private static string Count(RunRecord run, Metric metric) => run[metric] is { } value ? Format.Count((long)value) : string.Empty;
}
