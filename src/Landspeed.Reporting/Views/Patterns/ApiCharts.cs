using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views.Patterns;

/// <summary>MB/s over record size, a line for each API: a chart for each order and operation.</summary>
/// <remarks>With flush where that was measured: the tables have the rest.</remarks>
internal static class ApiCharts
{
    private const string Kinship = "One colour for APIs of one kind, dashes distinguish them.";

    private static readonly string[] s_groups = ["FileStream and around it", "other classes of .NET", "C library, system calls", "Landspeed", "others"];

    /// <summary>The charts.</summary>
    public static IEnumerable<Chart> Of(IReadOnlyList<ApiKind> kinds) => kinds
        .GroupBy(kind => (kind.Order, kind.Operation))
        .Select(group => group.FirstOrDefault(kind => kind.IsFlushed && kind.Common is not null) ?? group.FirstOrDefault(kind => kind.Common is not null))
        .OfType<ApiKind>().Where(kind => kind.Cells.Any(cell => Point(cell) is not null))
        .Select(kind => Chart(kind, RawRate.Of(kinds, kind)));

    private static Chart Chart(ApiKind kind, RawRate? raw)
    {
        ChartSeries[] series = [.. Series(kind)];
        ChartPoint[] points = [.. series.SelectMany(one => one.Points)];
        ChartReference[] references = raw is null ? [] : [raw.Line];
        string dashed = raw is null ? string.Empty : $" Dashed across: {raw.Words}.";
        int cut = kind.Cells.Count(cell => ApiLabels.CutAtPct(cell) is not null);
        string cuts = cut == 0 ? string.Empty : $" Not drawn: {Format.Count(cut, "cell")} that the time limit cut; the table has them.";
        return new Chart
        {
            Name = $"apis-{kind.Order}-{kind.Operation}",
            Title = $"{Cells.Capital(kind.Order)} {kind.Operation}",
            Note = $"{Cells.Capital(kind.Words)}. Medians, both axes logarithmic; whole files are in the table only. "
                + $"{Kinship}{dashed}{cuts}",
            Description = $"Lines over record size, one per API; {kind.Words}.{dashed}{cuts} "
                + string.Join(' ', series.Select(Sentence)),
            X = SizeAxis.Of("record size", (long)points.Min(point => point.X), (long)points.Max(point => point.X)),
            Y = DecadeAxis.Of(
                "MB/s",
                points.Select(point => point.Low).Concat(references.Select(line => line.Low)).Min(),
                points.Select(point => point.High).Concat(references.Select(line => line.High)).Max()),
            References = references,
            Series = series,
            Groups = [.. series.Select(one => one.Look % ChartStyle.Colors).Distinct().Order().Select(look => (s_groups[look], look))],
            Nothing = "no cell was measured",
        };
    }

    private static IEnumerable<ChartSeries> Series(ApiKind kind)
    {
        var used = new Dictionary<int, int>();
        foreach (IGrouping<string, CellRecord> api in kind.Cells.GroupBy(cell => cell.Labels[ApiLabels.ApiAxis]))
        {
            int group = GroupOf(api.Key);
            int nth = used[group] = used.GetValueOrDefault(group, -1) + 1;
            IReadOnlyList<IReadOnlyList<ChartPoint>> pieces = ChartSeries.PiecesOf(
                api.Where(cell => ApiLabels.RecordSize(cell) is not null).OrderBy(ApiLabels.RecordSize), Point);
            if (pieces.Count > 0)
            {
                // Looks that are so many apart share a colour, not a pattern.
                yield return new ChartSeries(api.Key, group + (nth * ChartStyle.Colors), pieces);
            }
        }
    }

    private static int GroupOf(string api) => api switch
    {
        "filestream" or "filestream-async" or "filestream-0" or "bufferedstream" => 0,
        "randomaccess" or "mapped" or "binary" or "text" or "pipe" => 1,
        "stdio" or "read-write" or "mmap" => 2,
        "landspeed-direct" or "landspeed-uncached" => 3,
        _ => 4,
    };

    private static ChartPoint? Point(CellRecord cell)
    {
        if (ApiLabels.RecordSize(cell) is not { } size || cell.State != CellState.Done || ApiLabels.CutAtPct(cell) is not null
            || cell[Metrics.Throughput] is not { Min: > 0 } rate)
        {
            return null;
        }

        Verdict verdict = MajorityVerdict.Of(cell);
        return new ChartPoint
        {
            X = size,
            Y = rate.Median / 1e6,
            Low = rate.Min / 1e6,
            High = rate.Max / 1e6,
            Verdict = verdict,
            Tip = $"{cell.Labels[ApiLabels.ApiAxis]}, {Format.ExactSize(size)}: {Format.Throughput(rate)}, {verdict.ToWord()}",
        };
    }

    private static string Sentence(ChartSeries series) => $"{series.Name}: "
        + string.Join(", ", series.Points.Select(point => $"{Format.Throughput(point.Y * 1e6)} at {Format.ExactSize((long)point.X)}")) + ".";
}
