using Landspeed.Experiments.Results;
using Landspeed.Reporting.Words;

namespace Landspeed.Reporting.Views;

/// <summary>A view that fits every kind, also one of a newer version: a row a cell with what the catalogue shows in tables.</summary>
internal static class PlainView
{
    /// <summary>Makes it.</summary>
    public static ReportView Of(ResultDocument document)
    {
        Metric[] metrics =
        [
            .. Metrics.All.Where(metric => metric.Formats.HasFlag(MetricFormats.Table) && document.Cells.Any(cell => cell[metric] is not null)),
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
                    Columns = ["case", .. metrics.Select(metric => (ReportColumn)metric.Heading), "verdict"],
                    Rows = [.. document.Cells.Select(cell => (IReadOnlyList<ReportCell>)
                        [cell.Name, .. metrics.Select(metric => Cells.Value(cell, metric)), Cells.Verdicts(cell)])],
                },
            ],
        };
    }
}
