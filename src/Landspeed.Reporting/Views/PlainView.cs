using Landspeed.Results;

namespace Landspeed.Reporting.Views;

/// <summary>A view that fits every kind, also one of a newer version: one row per cell with what the catalogue shows in tables.</summary>
internal static class PlainView
{
    /// <summary>Makes it.</summary>
    public static ReportView Of(ResultDocument document, Costs costs)
    {
        Metric[] metrics =
        [
            .. Metrics.All.Where(metric => metric.Formats.HasFlag(MetricFormats.Table) && costs.Shows(metric) && document.Cells.Any(cell => cell[metric] is not null)),
        ];
        string name = $"{document.Kind} {document.Variant}".TrimEnd();
        return new ReportView
        {
            Headline = [[name, Cells.Count(document)], [Cells.Runs(document.Setup), Cells.Seed(document.Setup)]],
            Tables =
            [
                new ReportTable
                {
                    Title = "Medians",
                    Note = document.Cells.Any(cell => cell[Metrics.CpuPerByte] is not null) ? costs.Note : null,
                    Columns = ["case", .. metrics.Select(metric => (ReportColumn)metric.Heading), "verdict"],
                    Rows = [.. document.Cells.Select(cell => (IReadOnlyList<ReportCell>)
                        [cell.Name, .. metrics.Select(metric => Cells.Value(cell, metric)), Cells.Verdicts(cell)])],
                },
            ],
        };
    }
}
