using System.Globalization;
using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views;

/// <summary>What the views of all kinds say of cells, runs and options in the same words.</summary>
internal static class Cells
{
    /// <summary>Time until durable, where it was made so.</summary>
    public static IntervalRecord? Time(CellRecord cell) => cell[Metrics.ElapsedToDurable] ?? cell[Metrics.Elapsed];

    /// <summary>The best median of a metric among some cells; null: it has no direction, or none of them knows it.</summary>
    public static double? Best(IEnumerable<CellRecord> cells, Metric metric)
    {
        double[] medians = [.. cells.Select(cell => cell[metric]?.Median).OfType<double>().Where(double.IsFinite)];
        return medians.Length == 0 ? null : metric.Better switch
        {
            Better.Higher => medians.Max(),
            Better.Lower => medians.Min(),
            _ => null,
        };
    }

    /// <summary>A metric of a cell with as many digits as its runs allow.</summary>
    /// <param name="cell">The cell.</param>
    /// <param name="metric">The metric.</param>
    /// <param name="best">The median that gets a star; null: none.</param>
    public static ReportCell Value(CellRecord cell, Metric metric, double? best = null) => Value(cell[metric], metric, best);

    /// <summary>The same of an interval.</summary>
    public static ReportCell Value(IntervalRecord? interval, Metric metric, double? best = null) => interval is null
        ? ReportCell.Empty
        : new ReportCell(Format.Cell(metric, interval), interval.Median == best ? Mark.Number : Mark.Plain)
        {
            Details = Details(interval, metric),
        };

    /// <summary>Where the bytes of a cell came from or went; of one that was not measured its state.</summary>
    public static ReportCell Verdicts(CellRecord cell)
    {
        if (cell.State != CellState.Done)
        {
            return new ReportCell(cell.State.ToWord(), Mark.Quiet);
        }

        bool isDevice = (cell.Verdicts.Read ?? cell.Verdicts.Write) is not null
            && cell.Verdicts is { Read: null or Verdict.Device, Write: null or Verdict.Device };
        return new ReportCell(VerdictWords.Of(cell.Verdicts), isDevice ? Mark.Good : Mark.Plain);
    }

    /// <summary>How many cells were measured.</summary>
    public static string Count(ResultDocument document)
    {
        long done = document.Cells.Count(cell => cell.State == CellState.Done);
        long all = document.Cells.Count(cell => cell.State != CellState.Skipped);
        return done == all ? Format.Count(done, "cell") : $"{Format.Count(done)} of {Format.Count(all, "cell")}";
    }

    /// <summary>Number of runs per cell.</summary>
    public static string Runs(SetupRecord setup) => $"{Format.Count(setup.Rounds, "run")} per cell";

    /// <summary>Where the pseudo-random order and data start.</summary>
    public static string Seed(SetupRecord setup) => $"seed {setup.Seed.ToString(CultureInfo.InvariantCulture)}";

    /// <summary>An option, as it came out, otherwise as requested, or null if there is none of that name.</summary>
    public static string? Option(SetupRecord setup, string name) =>
        setup.Effective.GetValueOrDefault(name) ?? setup.Options.GetValueOrDefault(name);

    /// <summary>An option that is a whole number.</summary>
    public static long? Number(SetupRecord setup, string name) =>
        long.TryParse(Option(setup, name), NumberStyles.None, CultureInfo.InvariantCulture, out long number) ? number : null;

    /// <summary>A label that is a whole number; 0 where there is none.</summary>
    public static long Number(CellRecord cell, string label) =>
        long.TryParse(cell.Labels.GetValueOrDefault(label), NumberStyles.None, CultureInfo.InvariantCulture, out long number) ? number : 0;

    /// <summary>A word with a capital letter.</summary>
    public static string Capital(string text) => $"{char.ToUpperInvariant(text[0])}{text[1..]}";

    /// <summary>The run that stands for all, so that its numbers belong together: that of median throughput.</summary>
    /// <returns>Of an even number the slower of the two middle ones; null: no run was completed.</returns>
    public static RunRecord? MedianRun(CellRecord cell)
    {
        RunRecord[] runs = [.. cell.Runs.Where(run => run is { Failure: null, Invalid: null }).OrderBy(run => run[Metrics.Throughput] ?? 0)];
        return runs.Length == 0 ? null : runs[(runs.Length - 1) / 2];
    }

    private static MarkedText[]? Details(IntervalRecord interval, Metric metric)
    {
        if (metric.Print is not (MetricPrint.Throughput or MetricPrint.Cost or MetricPrint.Duration or MetricPrint.Rate))
        {
            return null;
        }

        double half = interval.HalfWidth();
        MarkedText range = interval.Runs == 1
            ? "single run"
            : $"{Format.Cell(metric, interval.Low, half)} – {Format.Cell(metric, interval.High, half)}";
        return interval.OutlierRuns.Count == 0
            ? [range]
            : [range, new MarkedText(Format.Count(interval.OutlierRuns.Count, "outlier"), Mark.Warning)];
    }
}
