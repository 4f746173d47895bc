using Landspeed.Reporting.Words;
using Landspeed.Results;
using Landspeed.Results.RunLengths;

namespace Landspeed.Reporting.Views.Patterns;

/// <summary>Files with runs of different lengths: rate, requests of the device and CPU time, for each operation and mode.</summary>
internal static class RunLengthsView
{
    private const double NoisySpreadPct = 25;
    private const int FewestRuns = 3;

    private static readonly SignMeaning[] s_key =
    [
        ReportTable.BestOfColumn,
        new("~", "spread over 25 % or under 3 runs"),
        new("c", "from or into the page cache"),
        new("h", "from holes"),
        new("m", "mixed: the device moved a part"),
        new("u", "unknown: no device counters"),
    ];

    /// <summary>Makes it.</summary>
    public static ReportView Of(ResultDocument document, Costs costs)
    {
        IReadOnlyList<CellRecord> cells = document.Cells;
        return new ReportView
        {
            Headline =
            [
                ["run lengths", $"files of {Format.ExactSize(Cells.Number(document.Setup, RunLengthLabels.FileBytes) ?? 0)}", Requests(document.Setup), Cells.Count(document)],
                [Cells.Runs(document.Setup), Cells.Seed(document.Setup)],
            ],
            ExpectsConclusions = true,
            Charts = RunLengthCharts.Of(document),
            Tables =
            [
                Grid(cells, Metrics.Throughput, "Throughput in MB/s, of reads cold, of writes until durable", null),
                Grid(cells, Metrics.DeviceRequestsPerMebibyte, "Requests of the device per MiB", "Reads for reading, writes for writing; includes those of other processes."),
                .. costs.Units.Where(unit => cells.Any(cell => cell[unit] is not null)).Select(unit => Grid(
                    cells, unit, unit == Metrics.CpuPerByte ? "CPU time of the process in ns per byte" : "CPU time of the process in cycles per byte",
                    unit == Metrics.CyclesPerByte ? costs.Note : null)),
                Layouts(cells),
            ],
        };
    }

    /// <summary>Bytes of one run, as asked.</summary>
    public static long Length(CellRecord cell) => Cells.Number(cell, RunLengthLabels.RunLength);

    /// <summary>The same in words.</summary>
    public static string LengthText(CellRecord cell) =>
        RunLengthLabels.IsContiguous(cell) ? RunLengthLabels.Contiguous : Format.ExactSize(Length(cell));

    private static string Requests(SetupRecord setup) => Cells.Number(setup, RunLengthLabels.RequestSize) is { } size
        ? $"requests of {Format.ExactSize(size)}, direct × {Format.Count(Cells.Number(setup, RunLengthLabels.DirectDepth) ?? 0)}, buffered × 1" : string.Empty;

    private static ReportTable Grid(IReadOnlyList<CellRecord> cells, Metric metric, string title, string? note)
    {
        IGrouping<string, CellRecord>[] ways = [.. cells.GroupBy(RunLengthLabels.WayOf, StringComparer.Ordinal)];
        return new ReportTable
        {
            Title = title,
            Note = note,
            Key = s_key,
            IsNumberRow = true,
            Columns =
            [
                new ReportColumn("runs of") { PageHeading = "Runs of" },
                .. ways.Select((way, look) => new ReportColumn(way.First().Labels[RunLengthLabels.Mode])
                {
                    Above = way.First().Labels[RunLengthLabels.Operation], PageHeading = way.Key, Look = look,
                }),
            ],
            Rows = [.. Rows(cells).Select(row => (IReadOnlyList<ReportCell>)[LengthText(row.First()), .. ways.Select(way => Value(way, row.Key, metric))])],
        };
    }

    private static IEnumerable<IGrouping<long, CellRecord>> Rows(IReadOnlyList<CellRecord> cells) => cells.GroupBy(Length).OrderByDescending(row => row.Key);

    private static ReportCell Value(IEnumerable<CellRecord> way, long length, Metric metric)
    {
        if (way.FirstOrDefault(cell => Length(cell) == length) is not { } cell)
        {
            return ReportCell.Empty;
        }

        if (cell.State != CellState.Done)
        {
            return new ReportCell(cell.State == CellState.Pending ? "·" : cell.State.ToWord(), cell.State == CellState.Failed ? Mark.Warning : Mark.Quiet)
            {
                PageText = cell.State == CellState.Pending ? "not measured" : cell.State.ToWord(),
            };
        }

        if (cell[metric] is not { } interval)
        {
            return new ReportCell("n/a", Mark.Quiet);
        }

        Verdict verdict = MajorityVerdict.Of(cell);
        double? best = metric == Metrics.Throughput ? Cells.Best(MajorityVerdict.Sharing([.. way]), metric) : null;
        return Cells.Value(interval, metric, best) with
        {
            IsNoisy = interval.SpreadPct > NoisySpreadPct || interval.Runs < FewestRuns,
            Letter = verdict == Verdict.Device ? null : verdict.ToWord()[..1],
            Verdict = metric == Metrics.Throughput ? verdict : null,
        };
    }

    private static ReportTable Layouts(IReadOnlyList<CellRecord> cells) => new()
    {
        Title = "Layout of the files",
        Note = "Counted by FIEMAP, as filefrag does, before the first run and after each write.",
        IsNumberRow = true,
        Columns = ["asked", "runs", "median"],
        Rows =
        [
            .. Rows(cells).Select(row => row.FirstOrDefault(cell => cell[Metrics.FileFragments] is not null) ?? row.First()).Select(cell => (IReadOnlyList<ReportCell>)
            [
                LengthText(cell),
                cell[Metrics.FileFragments]?.Median is { } runs ? Format.Count((long)runs) : ReportCell.Empty,
                cell[Metrics.RunLengthMedian]?.Median is { } median ? Format.Size((long)median) : new ReportCell(cell.State.ToWord(), Mark.Quiet),
            ]),
        ],
    };
}
