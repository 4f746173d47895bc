using Landspeed.Reporting.Words;
using Landspeed.Results;
using Landspeed.Results.Creation;
using static System.FormattableString;

namespace Landspeed.Reporting.Views.Patterns;

/// <summary>Cells of created files: one row per request size, one column per state and preallocation.</summary>
internal sealed class CreationGrid
{
    /// <summary>What is done before the first write.</summary>
    public const string HowToRead = "None: not preallocated; length set: by ftruncate; reserved: by fallocate.";

    private readonly Line[] _lines;
    private readonly long[] _sizes;

    /// <summary>Sorts the cells of a result.</summary>
    public CreationGrid(IReadOnlyList<CellRecord> cells)
    {
        _sizes = [.. cells.Select(Size).Distinct().Order()];
        _lines =
        [
            .. cells.GroupBy(cell => (State: Label(cell, CreationLabels.StateAxis), Preallocation: Label(cell, CreationLabels.PreallocationAxis)))
                .Select((line, look) => new Line(line.Key.State, line.Key.Preallocation, look, [.. line.OrderBy(Size)])),
        ];
    }

    /// <summary>The lines, in the order of the document; each has its look in all charts and tables.</summary>
    public IReadOnlyList<Line> Lines => _lines;

    /// <summary>The sizes of requests, ascending.</summary>
    public IReadOnlyList<long> Sizes => _sizes;

    /// <summary>Bytes of one write.</summary>
    public static long Size(CellRecord cell) => Cells.Number(cell, CreationLabels.RequestSizeAxis);

    /// <summary>A table of something that cells have.</summary>
    /// <param name="title">Its heading.</param>
    /// <param name="note">How to read it; null: it says itself.</param>
    /// <param name="value">What a cell shows; empty where it is not known.</param>
    public ReportTable Table(string title, string? note, Func<Line, CellRecord, ReportCell> value) => new()
    {
        Title = title,
        Note = note,
        Key = [new SignMeaning("*", "best of the column"), new SignMeaning("-", "skipped"), new SignMeaning("·", "to come")],
        IsNumberRow = true,
        Columns =
        [
            new ReportColumn("request") { PageHeading = "Request size" },
            .. _lines.Select(line => new ReportColumn(Short(line.Preallocation)) { Above = line.State, PageHeading = line.Name, Look = line.Look }),
        ],
        Rows =
        [
            .. _sizes.Select(size => (IReadOnlyList<ReportCell>)
                [Format.ExactSize(size), .. _lines.Select(line => line.Cell(size) is { } cell ? Shown(line, cell, value) : ReportCell.Empty)]),
        ],
    };

    /// <summary>A median with how far the true one may lie from it.</summary>
    /// <param name="cell">The cell.</param>
    /// <param name="metric">The metric.</param>
    /// <param name="best">The median that gets a star.</param>
    public static ReportCell WithDeviation(CellRecord cell, Metric metric, double? best)
    {
        ReportCell median = Cells.Value(cell, metric, best);
        return cell[metric] is { Runs: > 1, Median: > 0 } interval
            ? median with { Text = Invariant($"{median.Text} ±{100 * interval.HalfWidth() / interval.Median:F0}%"), PageText = median.Text }
            : median;
    }

    private static ReportCell Shown(Line line, CellRecord cell, Func<Line, CellRecord, ReportCell> value) => cell.State switch
    {
        CellState.Pending => new ReportCell("·", Mark.Quiet) { PageText = "not measured" },
        CellState.Skipped => new ReportCell("-", Mark.Quiet) { PageText = "skipped" },
        CellState.Failed => new ReportCell("failed", Mark.Warning),
        _ => value(line, cell),
    };

    private static string Label(CellRecord cell, string axis) => cell.Labels.GetValueOrDefault(axis, string.Empty);

    private static string Short(string preallocation) => preallocation == CreationLabels.Length ? "length set" : preallocation;

    /// <summary>The cells of one state and preallocation.</summary>
    /// <param name="State">Of the volume.</param>
    /// <param name="Preallocation">What is done before the first write.</param>
    /// <param name="Look">Colour and dash pattern.</param>
    /// <param name="All">By request size.</param>
    internal sealed record Line(string State, string Preallocation, int Look, CellRecord[] All)
    {
        /// <summary>Its name in charts.</summary>
        public string Name => $"{State}, {Short(Preallocation)}";

        /// <summary>The cell of a size; null: there is none.</summary>
        public CellRecord? Cell(long size) => Array.Find(All, cell => Size(cell) == size);

        /// <summary>The best median of a metric.</summary>
        public double? Best(Metric metric) => Cells.Best(MajorityVerdict.Sharing(All), metric);
    }
}
