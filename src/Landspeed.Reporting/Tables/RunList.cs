using Landspeed.Experiments.Results;
using Spectre.Console;

namespace Landspeed.Reporting.Tables;

/// <summary>Runs of one case, one a line, and what they have in common.</summary>
internal static class RunList
{
    /// <summary>Writes them.</summary>
    /// <param name="canvas">Where to.</param>
    /// <param name="runs">Two or more.</param>
    /// <param name="summary">Null: no last line.</param>
    public static void Write(Canvas canvas, MeasurementRecord[] runs, SummaryRecord? summary)
    {
        bool durable = runs.Any(run => run.Transfer.ThroughputToDurableBytesPerS is not null);
        string[] heads = ["run", "throughput", "to durable", "requests", "process CPU", "p50", "p99", "verdict"];
        string[] shown = [.. heads.Where(head => durable || head != "to durable")];
        Grid table = Columns.Make(shown.Length);
        for (int column = 0; column < shown.Length - 1; column++)
        {
            table.Columns[column].Alignment = Justify.Right;
        }

        table.AddRow(Columns.Row(Mark.Quiet, shown));
        foreach (MeasurementRecord run in runs)
        {
            bool apart = summary?.ThroughputBytesPerS.OutlierRuns.Contains(run.RunIndex) == true;
            table.AddRow(Columns.Row(
                apart ? Mark.Warning : Mark.Plain, Cells(run, apart).Where((_, column) => durable || column != 2)));
        }

        canvas.Write(Columns.Indent(table));
        if (summary is not null)
        {
            WriteSummary(canvas, "median", summary.ThroughputBytesPerS);
            WriteSummary(canvas, "median to durable", summary.ThroughputToDurableBytesPerS);
        }
    }

    private static IEnumerable<string> Cells(MeasurementRecord run, bool apart)
    {
        TransferRecord transfer = run.Transfer;
        yield return Format.Count(run.RunIndex + 1);
        yield return Format.Throughput(transfer.ThroughputBytesPerS);
        yield return transfer.ThroughputToDurableBytesPerS is { } durable ? Format.Throughput(durable) : "-";
        yield return $"{Format.Rate(transfer.RequestsPerS)}/s";
        yield return Headline.NsPerByte(run.Cpu);
        yield return LatencyTable.Cell(run.Latency?.P50Ns);
        yield return LatencyTable.Cell(run.Latency?.P99Ns);
        yield return VerdictWords.Name(run.Truth.Verdict)
            + (apart ? ", outlier" : string.Empty) + (run.Partial ? ", partial" : string.Empty);
    }

    private static void WriteSummary(Canvas canvas, string name, SpreadRecord? spread)
    {
        if (spread is not null)
        {
            canvas.Write(new Paragraph()
                .Append($"  {name} ").Append(Format.Throughput(spread.Median), Canvas.StyleOf(Mark.Number))
                .Append($"   {Format.Number(spread.Min / 1e6)} – {Format.Throughput(spread.Max)}")
                .Append($"   spread {Format.Percent(spread.SpreadPct)}"));
        }
    }
}
