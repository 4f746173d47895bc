using Landspeed.Experiments.Results;
using Landspeed.Reporting.Tables;

namespace Landspeed.Reporting.Views;

/// <summary>A view that fits every experiment: one row a cell, with time, rate, processor cost and verdict.</summary>
internal static class PlainView
{
    /// <summary>Makes it.</summary>
    public static ReportView Of(ExperimentDocument document) => new()
    {
        Headline = [document.Experiment.Replace('_', ' '), Cells(document)],
        Setup = CommonSetup(document.Setup),
        Tables =
        [
            new ReportTable
            {
                Title = "Medians",
                Columns = ["case", "time", "MB/s", "records/s", "ns/B", "verdict"],
                Rows = [.. document.Cells.Select(Row)],
            },
        ],
    };

    /// <summary>Runs a cell and seed.</summary>
    public static IReadOnlyList<string> CommonSetup(ExperimentSetupRecord setup) =>
    [
        $"{Format.Count(setup.Repetitions, "run")} a cell",
        $"seed {setup.Seed.ToString(System.Globalization.CultureInfo.InvariantCulture)}",
    ];

    /// <summary>How many cells were measured.</summary>
    public static string Cells(ExperimentDocument document)
    {
        long done = document.Cells.Count(cell => cell.State == CellState.Done);
        long all = document.Cells.Count(cell => cell.State != CellState.Skipped);
        return done == all ? Format.Count(done, "cell") : $"{Format.Count(done)} of {Format.Count(all, "cell")}";
    }

    /// <summary>Where the bytes of a cell came from or went, in a word or two.</summary>
    public static ReportCell Verdicts(ExperimentCellRecord cell)
    {
        Verdict[] verdicts = [.. new[] { cell.ReadVerdict, cell.WriteVerdict }.OfType<Verdict>()];
        return new ReportCell(
            string.Join(" / ", verdicts.Select(VerdictWords.Name)),
            verdicts.Length > 0 && verdicts.All(verdict => verdict == Verdict.Device) ? Mark.Good : Mark.Plain);
    }

    private static IReadOnlyList<ReportCell> Row(ExperimentCellRecord cell) =>
    [
        cell.Name,
        Text(cell.ElapsedToDurableNs ?? cell.ElapsedNs, Format.Duration),
        Text(cell.ThroughputBytesPerS, rate => Format.Number(rate / 1e6)),
        Text(cell.RecordsPerS, Format.Rate),
        Text(cell.CpuNsPerByte, Format.Compact),
        cell.State == CellState.Done ? Verdicts(cell) : new ReportCell(cell.State.ToString().ToLowerInvariant(), Mark.Quiet),
    ];

    private static ReportCell Text(IntervalRecord? interval, Func<double, string> text) =>
        interval is { } known ? text(known.Median) : ReportCell.Empty;
}
