using Landspeed.Results;

namespace Landspeed.Reporting.Views.Patterns;

/// <summary>File modes: what is documented beside what was seen.</summary>
internal static class FileModesView
{
    /// <summary>Makes it.</summary>
    public static ReportView Of(ResultDocument document) => new()
    {
        Headline = [["file modes", Cells.Count(document)]],
        Tables =
        [
            new ReportTable
            {
                Title = "Outcomes",
                IsWords = true,
                Columns = ["mode", "access", "file", "documented", "seen"],
                Rows = [.. document.Cells.Select(Row)],
            },
        ],
    };

    private static IReadOnlyList<ReportCell> Row(CellRecord cell) =>
    [
        cell.Labels[FileModeLabels.ModeAxis],
        cell.Labels[FileModeLabels.AccessAxis],
        cell.Labels[FileModeLabels.FileAxis],
        cell.Labels[FileModeLabels.DocumentedAxis],
        cell.State switch
        {
            CellState.Done => new ReportCell("the same", Mark.Good),
            CellState.Failed => new ReportCell(cell.Reason ?? string.Empty, Mark.Warning),
            _ => ReportCell.Empty,
        },
    ];
}
