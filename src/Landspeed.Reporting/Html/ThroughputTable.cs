using Landspeed.Experiments.Results;
using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Tables;

namespace Landspeed.Reporting.Html;

/// <summary>The throughput of every cell with its interval and verdict.</summary>
internal static class ThroughputTable
{
    /// <summary>Writes it.</summary>
    public static void Write(MarkupWriter page, SweepDocument document)
    {
        HashSet<SweepCellRecord> best = CellTable.Best(document, cell => cell.ThroughputBytesPerS?.Median);
        CellTable.Write(
            page, document, "Throughput of every cell",
            "MB/s: the median of the runs; below it the interval that holds the true median"
                + $"{Intervals.Confidence(document, cell => cell.ThroughputBytesPerS)}. The word beside it says where the "
                + "bytes came from or went. Writes and extends until the data is durable.",
            best.Contains, cell => Content(page, cell));
    }

    private static Action? Content(MarkupWriter page, SweepCellRecord cell) =>
        cell.ThroughputBytesPerS is not { } rate ? null : () =>
        {
            Verdict verdict = cell.Verdict ?? Verdict.Unknown;
            page.Leaf("small", VerdictWords.Name(verdict),
                ("class", verdict == Verdict.Device ? "verdict" : "verdict doubt"));
            Intervals.Write(page, rate, value => value / 1e6);
        };
}
