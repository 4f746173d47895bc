using Landspeed.Experiments.Results;
using Landspeed.Reporting.Svg;

namespace Landspeed.Reporting.Html;

/// <summary>The processor cost of every cell with its interval.</summary>
internal static class CpuTable
{
    /// <summary>Writes it.</summary>
    public static void Write(MarkupWriter page, SweepDocument document)
    {
        HashSet<SweepCellRecord> best = CellTable.Best(document, cell => -cell.CpuNsPerByte?.Median);
        CellTable.Write(
            page, document, "Processor cost of every cell",
            "Process time in ns/B: the median of the runs; below it the interval that holds the true median"
                + $"{Intervals.Confidence(document, cell => cell.CpuNsPerByte)}.",
            best.Contains,
            cell => cell.CpuNsPerByte is { } cost ? () => Intervals.Write(page, cost, value => value) : null);
    }
}
