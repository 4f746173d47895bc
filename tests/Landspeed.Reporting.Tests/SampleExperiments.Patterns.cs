using Landspeed.Experiments.Results;
using Landspeed.Experiments.Statistics;

namespace Landspeed.Reporting.Tests;

/// <summary>Programming styles, file APIs and file modes.</summary>
internal static partial class SampleExperiments
{
    /// <summary>Styles: measured, cached, by a single run, failed, not yet measured, and one that only reads.</summary>
    public static ExperimentDocument Styles() => Of(
        ExperimentNames.Styles,
        [StyleLabels.OperationAxis, StyleLabels.StyleAxis, StyleLabels.Calls],
        new Dictionary<string, string> { ["records"] = "500000", ["record_bytes"] = "100", ["cache_before_reads"] = "dropped" },
        [
            Style("create", "byte", Verdict.Device, 160e6, 158e6, 161e6, 159e6, 163e6),
            Style("read", "byte", Verdict.Device, 156e6, 150e6, 157e6, 158e6, 155e6),
            Style("create", "block", Verdict.Device, 625e6, 600e6, 640e6, 610e6, 650e6),
            Style("read", "block", Verdict.Cache, 6200e6, 6100e6, 6300e6, 6150e6, 6250e6),
            Style("create", "pipe", Verdict.Mixed, 589e6),
            Style("read", "pipe", Verdict.Device, 1270e6),
            Failed(Style("create", "map", Verdict.Device, 1), "the file that MemoryMappedFile created differs"),
            Pending(Style("read", "map", Verdict.Device, 1)),
            Skipped(Style("create", "landspeed-line", Verdict.Device, 1), "Lines.Enumerate, spans of bytes: only reads"),
            Style("read", "landspeed-line", Verdict.Device, 1438e6, 1300e6, 1500e6, 1400e6, 1450e6),
        ]) with
    {
        Conclusions = [new AdviceRecord("read_fastest", "Reading is fastest with landspeed-line, 1,438 MB/s.")],
    };

    /// <summary>APIs: two orders, both operations, some cells odd; random has what cannot seek skipped.</summary>
    public static ExperimentDocument Apis() => ApisWith(ApiLabels.FileDropped, Verdict.Device);

    /// <summary>The same where nothing left the cache, and with another way to empty it.</summary>
    public static ExperimentDocument CachedApis() => ApisWith(ApiLabels.SecondFileRead, Verdict.Cache);

    /// <summary>Modes: as documented, not as documented, and not yet seen.</summary>
    public static ExperimentDocument Modes() => Of(
        ExperimentNames.FileModes,
        [FileModeLabels.ModeAxis, FileModeLabels.AccessAxis, FileModeLabels.FileAxis, FileModeLabels.DocumentedAxis],
        [],
        [
            Mode("CreateNew", "ReadWrite", "existing", "IOException"),
            Failed(Mode("Open", "ReadWrite", "missing", "FileNotFoundException"), "opened, position at the start"),
            Pending(Mode("Append", "Write", "existing", "opened, position at the end")),
        ]) with
    {
        Partial = true,
    };

    private static ExperimentDocument ApisWith(string cacheBefore, Verdict flushed)
    {
        (string Api, bool CanSeek)[] apis =
            [("filestream", true), ("filestream-0", true), ("mapped", true), ("pipe", false), ("mmap", true), ("landspeed-direct", true)];
        (string Label, int Bytes)[] sizes = [("1 B", 1), ("64 B", 64), ("4 KiB", 4096), ("1 MiB", 1 << 20)];
        string[] orders = ["sequential", "random"];
        string[] operations = ["read", "write"];
        string[] flushes = ["on", "off"];
        ExperimentCellRecord[] cells =
        [
            .. from api in apis.Index()
               from size in sizes
               from order in orders
               from operation in operations
               from flush in flushes
               select Odd(Api(
                   api.Item.Api, size.Label, size.Bytes, order, operation, flush, api.Index,
                   flush == "on" || api.Item.Api == "landspeed-direct" ? flushed : Verdict.Cache, api.Item.CanSeek)),
            Api("file-bytes", "whole", 104_857_600, "sequential", "read", "on", 3, flushed, canSeek: false),
            Api("file-bytes", "whole", 104_857_600, "random", "read", "on", 3, flushed, canSeek: false),
        ];
        ExperimentDocument document = Of(
            ExperimentNames.Apis,
            [ApiLabels.ApiAxis, ApiLabels.SizeAxis, ApiLabels.OrderAxis, ApiLabels.OperationAxis, ApiLabels.FlushAxis],
            new Dictionary<string, string>
            {
                [ApiLabels.FileBytesOption] = "104857600",
                [ApiLabels.CacheBeforeFlushedOption] = cacheBefore,
                ["time_limit_ns"] = "30000000",
            },
            cells);
        return document with { Setup = document.Setup with { Repetitions = 1 } };
    }

    private static ExperimentCellRecord Odd(ExperimentCellRecord cell) => cell.Name switch
    {
        "mapped-64B-sequential-read-on" => Failed(cell, "cannot map /data/test: ENOMEM (out of memory)"),
        "mapped-1MiB-sequential-read-on" => Pending(cell),
        "mmap-4KiB-sequential-read-on" => cell with { ReadVerdict = Verdict.Mixed },
        "mmap-1MiB-sequential-read-on" => cell with { ReadVerdict = Verdict.Unknown },
        _ => cell,
    };

    private static ExperimentCellRecord Api(
        string api, string size, int bytes, string order, string operation, string flush, int nth, Verdict verdict, bool canSeek)
    {
        double rate = Math.Min(1.5e9, bytes * (1 + nth) * (order == "random" ? 1e4 : 2e6)) * (flush == "on" ? 1 : 4);
        ExperimentCellRecord cell = Cell($"{api}-{size.Replace(" ", string.Empty, StringComparison.Ordinal)}-{order}-{operation}-{flush}", rate) with
        {
            Labels = new Dictionary<string, string>
            {
                [ApiLabels.ApiAxis] = api,
                [ApiLabels.SizeAxis] = size,
                [ApiLabels.OrderAxis] = order,
                [ApiLabels.OperationAxis] = operation,
                [ApiLabels.FlushAxis] = flush,
            },
            ReadVerdict = operation == "read" ? verdict : null,
            WriteVerdict = operation == "write" ? verdict : null,
            Values = new Dictionary<string, double> { [ApiLabels.RecordBytesValue] = bytes, [ApiLabels.FragmentsValue] = 1 },
        };
        return !canSeek && order == "random" ? Skipped(cell, $"{api}: sequential only") : cell;
    }

    private static ExperimentCellRecord Style(string operation, string style, Verdict verdict, params double[] rates) =>
        Cell($"{operation}-{style}", rates) with
        {
            Labels = new Dictionary<string, string>
            {
                [StyleLabels.OperationAxis] = operation,
                [StyleLabels.StyleAxis] = style,
                [StyleLabels.Calls] = style switch
                {
                    "byte" => "FileStream.ReadByte, WriteByte",
                    "block" => "FileStream.Read, Write of 64 KiB",
                    "pipe" => "PipeReader, PipeWriter over FileStream",
                    "map" => "MemoryMappedFile, spans over its view",
                    _ => "Lines.Enumerate, spans of bytes",
                },
            },
            ReadVerdict = operation == "read" ? verdict : null,
            WriteVerdict = operation == "create" ? verdict : null,
            ElapsedToDurableNs = operation == "create" ? MedianInterval.Of([.. rates.Select(rate => 50e6 * 1e9 / rate)]) : null,
            RecordsPerS = MedianInterval.Of([.. rates.Select(rate => rate / 100)]),
            ManagedAllocatedBytes = style == "byte" ? 112_000_000 : 1_750_000,
            GarbageCollectionPauseNs = style == "byte" ? 3_000_000 : 0,
        };

    private static ExperimentCellRecord Mode(string mode, string access, string file, string documented) =>
        Cell($"{mode}-{access}-{file}".ToLowerInvariant(), 1) with
        {
            Labels = new Dictionary<string, string>
            {
                [FileModeLabels.ModeAxis] = mode,
                [FileModeLabels.AccessAxis] = access,
                [FileModeLabels.FileAxis] = file,
                [FileModeLabels.DocumentedAxis] = documented,
            },
            ThroughputBytesPerS = null,
            CpuNsPerByte = null,
        };

    private static ExperimentCellRecord Cell(string name, params double[] rates) => new()
    {
        Name = name,
        Labels = new Dictionary<string, string>(),
        State = CellState.Done,
        ElapsedNs = MedianInterval.Of([.. rates.Select(rate => 50e6 * 1e9 / rate)]),
        ThroughputBytesPerS = MedianInterval.Of(rates),
        CpuNsPerByte = MedianInterval.Of([.. rates.Select(rate => 1e9 / rate)]),
        Values = new Dictionary<string, double>(),
        Findings = rates.Length > 1 ? [] : [new FindingRecord("few_runs", "one run does not tell how far runs differ; repeat it")],
        Runs = [new TrialRunRecord { Cell = name, Round = 0, ElapsedNs = (long)(50e6 * 1e9 / rates[0]), BytesRead = 50_000_000 }],
    };

    private static ExperimentCellRecord Failed(ExperimentCellRecord cell, string reason) => Without(cell) with
    {
        State = CellState.Failed,
        Reason = reason,
        Runs = [new TrialRunRecord { Cell = cell.Name, Round = 0, Failure = reason }],
    };

    private static ExperimentCellRecord Skipped(ExperimentCellRecord cell, string reason) =>
        Without(cell) with { State = CellState.Skipped, Reason = reason };

    private static ExperimentCellRecord Pending(ExperimentCellRecord cell) => Without(cell) with { State = CellState.Pending };

    private static ExperimentCellRecord Without(ExperimentCellRecord cell) => new()
    {
        Name = cell.Name, Labels = cell.Labels, State = cell.State, Values = cell.Values, Findings = [], Runs = [],
    };
}
