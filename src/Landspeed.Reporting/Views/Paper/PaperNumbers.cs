using Landspeed.Reporting.Words;
using Landspeed.Results;
using Landspeed.Results.Creation;
using static System.FormattableString;

namespace Landspeed.Reporting.Views.Paper;

/// <summary>The values that the text of 2004 names, each beside what was measured here at the same place of the same figure.</summary>
/// <param name="parts">The results.</param>
internal sealed class PaperNumbers(PaperParts parts)
{
    private const long Start = 64 << 10;

    /// <summary>The table.</summary>
    public ReportTable Table() => new()
    {
        Title = "Then and now",
        Note = "Figures 2 and 6: the fastest size, of writes until durable; 3, 4 and 7: the cheapest from 64 KiB on; 5 and 8: 64 KiB, one at a time and per write. "
            + "2004: dual 2.8 GHz, one SATA disk of 250 GB, the array 16 disks; .NET 2.0 beta on Windows XP. Now: medians; figures 6 and 7 on " + (parts.IsArray ? "the array" : parts.Array) + ".",
        IsWords = true,
        Key = [],
        Columns = ["figure", "2004", "now", "now / 2004"],
        Rows = [.. Rows()],
    };

    private IEnumerable<IReadOnlyList<ReportCell>> Rows()
    {
        yield return Rate("2 read, FileStream", 50, Fastest(parts.Buffered("read")));
        yield return Rate("2 write, FileStream", 50, Fastest(parts.Buffered("write")));
        yield return Cost("3 read, FileStream", "10", 10, Cheapest(parts.Buffered("read")));
        yield return Cost("3 write, FileStream", "5", 5, Cheapest(parts.Buffered("write")));
        yield return Cost("4 read, one at a time", "0.2 to 0.3", 0.25, Cheapest(parts.Direct("read", isDeep: false)));
        yield return Cost("4 write, one at a time", "0.2 to 0.3", 0.25, Cheapest(parts.Direct("write", isDeep: false)));
        yield return Rate("5 read, 64 KiB", 50, At(parts.Direct("read", isDeep: false)));
        yield return Rate("5 write, 64 KiB", 50, At(parts.Direct("write", isDeep: false)));
        yield return Rate("6 read, deep queue", 800, Fastest(parts.Direct("read", isDeep: true)));
        yield return Rate("6 write, deep queue", 400, Fastest(parts.Direct("write", isDeep: true)));
        yield return Rate("6 read, FileStream", 100, Fastest(parts.Buffered("read")));
        yield return Rate("6 write, FileStream", 100, Fastest(parts.Buffered("write")));
        yield return Cost("7 read, deep queue", "0.7", 0.7, Cheapest(parts.Direct("read", isDeep: true)));
        yield return Cost("7 write, deep queue", "0.7", 0.7, Cheapest(parts.Direct("write", isDeep: true)));
        yield return Rate("8 fragmented, plain", 39, At(CreationLabels.None));
        yield return Rate("8 fragmented, length set", 46, At(CreationLabels.Length));
    }

    private static IReadOnlyList<ReportCell> Rate(string figure, double then, (CellRecord Cell, long Size)? now) =>
        Row(figure, Invariant($"{then:0} MB/s"), then * 1e6, Metrics.Throughput, "MB/s", now);

    private static IReadOnlyList<ReportCell> Cost(string figure, string words, double then, (CellRecord Cell, long Size)? now) =>
        Row(figure, $"{words} cycles/B", then, Metrics.CyclesPerByte, "cycles/B", now);

    private static IReadOnlyList<ReportCell> Row(string figure, string then, double thenValue, Metric metric, string unit, (CellRecord Cell, long Size)? now)
    {
        if (now is not var (cell, size) || cell[metric] is not { Median: > 0 } value)
        {
            return [figure, then, new ReportCell("not measured", Mark.Quiet), ReportCell.Empty];
        }

        Verdict verdict = MajorityVerdict.Of(cell);
        string doubt = verdict == Verdict.Device ? string.Empty : $", verdict {verdict.ToWord()}";
        return [figure, then, $"{Format.Cell(metric, value)} {unit} ({Format.ExactSize(size)}{doubt})", Times(value.Median / thenValue)];
    }

    private static string Times(double factor) => factor < 1 ? Invariant($"1 / {Format.Number(1 / factor)}") : Format.Number(factor);

    private static (CellRecord Cell, long Size)? Fastest(SweepPoint[] points) => Of(points.MaxBy(point => point.Throughput?.Median ?? 0));

    private static (CellRecord Cell, long Size)? Cheapest(SweepPoint[] points) =>
        Of(points.Where(point => point.RequestSizeBytes >= Start && point.CyclesPerByte is { Median: > 0 }).MinBy(point => point.CyclesPerByte!.Median));

    private static (CellRecord Cell, long Size)? At(SweepPoint[] points) => Of(points.FirstOrDefault(point => point.RequestSizeBytes == Start));

    private static (CellRecord Cell, long Size)? Of(SweepPoint? point) => point is null ? null : (point.Cell, point.RequestSizeBytes);

    private (CellRecord Cell, long Size)? At(string preallocation) => parts.Created(CreationLabels.Fragmented, preallocation)
        .Where(cell => Cells.Number(cell, CreationLabels.RequestSizeAxis) == Start).Select(cell => ((CellRecord, long)?)(cell, Start)).FirstOrDefault();
}
