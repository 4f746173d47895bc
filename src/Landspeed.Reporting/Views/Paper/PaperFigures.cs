using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Words;
using Landspeed.Results;
using Landspeed.Results.Creation;
using Landspeed.Results.Paper;
using static System.FormattableString;

namespace Landspeed.Reporting.Views.Paper;

/// <summary>Figures 2 to 8 of MSR-TR-2004-136, drawn again over the same request sizes, with the values of then dashed.</summary>
/// <param name="parts">The results.</param>
internal sealed class PaperFigures(PaperParts parts)
{
    private const long KiB = 1 << 10;
    private const long Largest = 4 << 20;
    private const double Large = 64 * KiB;
    private const string Axes = "Both axes are logarithmic, so that then and now have room on one page. Medians; bands and whiskers go from the slowest to the fastest run.";

    private static readonly Metric Rate = Metrics.Throughput;
    private static readonly Metric Cost = Metrics.CyclesPerByte;

    private static readonly bool[] s_depths = [false, true];
    private static readonly string[] s_operations = ["read", "write"];

    private static readonly ChartReference[] s_disks =
    [
        ChartReference.At("50 MB/s: one SATA disk, 2004", 50), ChartReference.At("19 MB/s: a disk of 2000", 19), ChartReference.At("7 MB/s: a disk of 1997", 7),
    ];

    /// <summary>All of them.</summary>
    public IReadOnlyList<Chart> All() => [Figure2(), Figure3(), Figure4(), Figure5(), Figure6(), Figure7(), Figure8()];

    private Chart Figure2() => Chart(
        2, "Buffered bandwidth: FileStream as it is",
        $"Writes until durable. {Axes} In 2004: about 50 MB/s from 8 bytes per call on, writes slightly higher; dual 2.8 GHz, one SATA disk of 250 GB, Windows XP. Disks of 2000 (Chung et al.) and 1997 (Riedel et al.).",
        Rate, Buffered(), s_disks);

    private Chart Figure3() => Chart(
        3, "CPU cost of a buffered byte",
        $"{Axes} In 2004: about 10 cycles to read and 5 to write from 64 KB on.",
        Cost, Buffered(),
        [ChartReference.At("10 cycles: read, 2004", 10, Large), ChartReference.At("5 cycles: write, 2004", 5, Large)]);

    private Chart Figure4() => Chart(
        4, "CPU cost of an unbuffered byte",
        $"Direct requests, one at a time as in 2004 and in a deep queue. {Axes} In 2004: 0.2 to 0.3 cycles at large requests, a tenth or less of buffered.",
        Cost, Direct(), [new ChartReference("0.2 to 0.3 cycles: 2004", 0.2, 0.3) { From = Large }]);

    private Chart Figure5() => Chart(
        5, "Unbuffered bandwidth",
        $"Direct requests, one at a time as in 2004 and in a deep queue; writes until durable. {Axes} In 2004: 64 KB per request were needed for the full 50 MB/s of the disk.",
        Rate, Direct(), [ChartReference.At("50 MB/s: one SATA disk, 2004", 50, Large), .. s_disks.Skip(1)]);

    private Chart Figure6() => Chart(
        6, $"Bandwidth of an array{Here}",
        $"{OnWhat} Direct requests and FileStream; writes until durable. {Axes} In 2004: 16 disks as one striped volume, 800 MB/s read and 400 written unbuffered, about 100 buffered.",
        Rate, Direct().Concat(Buffered()),
        [
            ChartReference.At("800 MB/s: read, 2004", 800, Large), ChartReference.At("400 MB/s: write, 2004", 400, Large),
            ChartReference.At("100 MB/s: buffered, 2004", 100, Large),
        ]);

    private Chart Figure7() => Chart(
        7, $"CPU cost of a byte of an array{Here}",
        $"{OnWhat} Direct requests and FileStream. {Axes} In 2004: about 0.7 cycles unbuffered, 30 % of a CPU at 800 MB/s.",
        Cost, Direct().Concat(Buffered()), [ChartReference.At("0.7 cycles: 2004", 0.7, Large)]);

    private Chart Figure8() => Chart(
        8, "Creating files, preallocated or not, on a clean and on a fragmented volume",
        $"FileStream from no file to a durable one, over the size of a write. {Axes} In 2004 on the fragmented disk: 46 MB/s preallocated by SetLength and 39 without; the disk itself 57 MB/s in its outer zone and 34 in its inner one.",
        Rate, Created(),
        [
            new ChartReference("34 to 57 MB/s: the disk, 2004", 34, 57), new ChartReference("39 to 46 MB/s: fragmented, 2004", 39, 46) { From = KiB },
        ]);

    private string Here => parts.Array switch
    {
        PaperLabels.OneDevice => ": here one device",
        PaperLabels.NoDevice or PaperLabels.Unknown => ": here no array",
        _ => string.Empty,
    };

    private string OnWhat => parts.Array switch
    {
        PaperLabels.OneDevice => "This volume is not striped: the values of one device stand here for comparison.",
        PaperLabels.NoDevice => "This volume is on no block device that the system reports: its values stand here for comparison.",
        PaperLabels.Unknown => "Whether this volume is striped is not known: its values stand here for comparison.",
        _ => $"Here {parts.Array}.",
    };

    private IEnumerable<Line> Buffered() => [Swept("read, FileStream", 0, parts.Buffered("read")), Swept("write, FileStream", 1, parts.Buffered("write"))];

    private IEnumerable<Line> Direct() =>
        from isDeep in s_depths
        from operation in s_operations
        let points = parts.Direct(operation, isDeep)
        where points.Length > 0
        let depth = isDeep ? Invariant($"{points[0].QueueDepth} in flight") : "one at a time"
        select Swept($"{operation}, {depth}", (isDeep ? 4 : 2) + (operation == "write" ? 1 : 0), points);

    private IEnumerable<Line> Created() =>
        from state in CreationLabels.States.Index()
        from preallocation in CreationLabels.Preallocations.Index()
        let cells = parts.Created(state.Item, preallocation.Item)
        select new Line(
            $"{state.Item}, {CreationLabels.WordsOf(preallocation.Item)}", (Math.Max(0, state.Index - 1) * CreationLabels.Preallocations.Count) + preallocation.Index,
            [.. cells.Select(cell => (Cells.Number(cell, CreationLabels.RequestSizeAxis), cell))]);

    private static Line Swept(string name, int look, SweepPoint[] points) => new(name, look, [.. points.Select(point => (point.RequestSizeBytes, point.Cell))]);

    private static Chart Chart(int number, string title, string note, Metric metric, IEnumerable<Line> lines, IReadOnlyList<ChartReference> references)
    {
        bool isRate = metric == Rate;
        ChartSeries[] series =
        [
            .. lines.Select(line => new ChartSeries(line.Name, line.Look, ChartSeries.PiecesOf(line.Points, point => Point(line, point.Size, point.Cell, metric))))
                .Where(one => one.Pieces.Count > 0),
        ];
        IEnumerable<double> low = series.SelectMany(one => one.Points).Select(point => point.Low).Concat(references.Select(one => one.Low));
        IEnumerable<double> high = series.SelectMany(one => one.Points).Select(point => point.High).Concat(references.Select(one => one.High));
        return new Chart
        {
            Name = Invariant($"figure-{number}"),
            Title = Invariant($"Figure {number}. {title}"),
            Note = note,
            Description = Description(series, isRate ? "MB/s" : "cycles per byte", references),
            X = Sizes(series),
            Y = DecadeAxis.Of(isRate ? "MB/s" : "cycles/byte", low.Min(), high.Max()),
            Series = series,
            References = references,
            Nothing = isRate ? "not measured" : "not measured, or the clock of the CPU is unknown",
        };
    }

    // From the smallest request that was measured: a figure begins where its curves do.
    private static Axis Sizes(ChartSeries[] series)
    {
        long[] sizes = [.. series.SelectMany(one => one.Points).Select(point => (long)point.X)];
        return SizeAxis.Of("request size", sizes.DefaultIfEmpty(1).Min(), Largest);
    }

    // A cost of 0 is one too short for the clock, and has no place on a logarithmic axis.
    private static ChartPoint? Point(Line line, long size, CellRecord cell, Metric metric)
    {
        if (size is < 1 or > Largest || cell[metric] is not { Median: > 0 and < double.PositiveInfinity } interval)
        {
            return null;
        }

        double divisor = metric == Rate ? 1e6 : 1;
        Verdict verdict = MajorityVerdict.Of(cell);
        return new ChartPoint
        {
            X = size,
            Y = interval.Median / divisor,
            Low = (interval.Min > 0 ? Math.Min(interval.Min, interval.Median) : interval.Median) / divisor,
            High = (double.IsFinite(interval.Max) ? Math.Max(interval.Max, interval.Median) : interval.Median) / divisor,
            Verdict = verdict,
            Tip = $"{line.Name}, {Format.ExactSize(size)}: {Format.Cell(metric, interval)} {(metric == Rate ? "MB/s" : "cycles/byte")}, {verdict.ToWord()}",
        };
    }

    private static string Description(ChartSeries[] series, string unit, IReadOnlyList<ChartReference> references)
    {
        string lines = series.Length == 0 ? "Nothing was measured. " : $"Lines over request size, {unit}. " + string.Concat(series.Select(one => $"{one.Name}: "
            + string.Join(", ", one.Points.Select(point => $"{Format.Number(point.Y)} at {Format.ExactSize((long)point.X)}")) + ". "));
        return $"{lines}For comparison: {string.Join("; ", references.Select(one => one.Name))}.";
    }

    /// <summary>A line of a figure.</summary>
    private sealed record Line(string Name, int Look, IReadOnlyList<(long Size, CellRecord Cell)> Points);
}
