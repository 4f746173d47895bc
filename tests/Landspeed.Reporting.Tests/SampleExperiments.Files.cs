using Landspeed.Experiments.Results;
using Landspeed.Experiments.Statistics;

namespace Landspeed.Reporting.Tests;

/// <summary>Processing, data sets and records.</summary>
internal static partial class SampleExperiments
{
    /// <summary>Three ways, two numbers of threads, two levels of work; one cell failed, one is not yet measured.</summary>
    public static ExperimentDocument Process()
    {
        string[] ways = ["streaming", "buffering", "pipelined"];
        string[] threads = ["1", "2"];
        string[] works = ["0", "1000"];
        ExperimentCellRecord[] cells =
        [
            .. from way in ways.Index() from thread in threads.Index() from work in works.Index()
               select Work(way.Item, thread.Item, work.Item, 3.0 * (1 + work.Index) / (1 + thread.Index) * (1 + (0.2 * way.Index))),
        ];
        return Of(
            ExperimentNames.Processing,
            [ProcessingValues.Strategy, ProcessingValues.Threads, ProcessingValues.Work],
            new Dictionary<string, string> { ["files"] = "500", ["input_bytes"] = "5050000", ["buffer_bytes"] = "65536" },
            [
                .. cells.Select(cell => cell.Name switch
                {
                    "buffering-2-1000" => Failed(cell, "cannot write /data/results/7: ENOSPC (no space left)"),
                    "pipelined-2-1000" => Pending(cell),
                    "pipelined-1-0" => cell with { ReadVerdict = Verdict.Cache },
                    _ => cell,
                }),
            ]);
    }

    /// <summary>A data set that was made in part before.</summary>
    public static ExperimentDocument Create() => Creation(Cell("create", 500e6) with
    {
        WriteVerdict = Verdict.Device,
        ElapsedToDurableNs = MedianInterval.Of([2e9]),
        Values = new Dictionary<string, double> { ["files_made"] = 900, ["files_kept"] = 100 },
        Runs = [new TrialRunRecord { Cell = "create", Round = 0, ElapsedNs = 1_500_000_000, BytesWritten = 909_000_000 }],
    });

    /// <summary>One that could not be made.</summary>
    public static ExperimentDocument FailedCreate() =>
        Creation(Failed(Cell("create", 1), "cannot write /data/set/17: ENOSPC (no space left)"));

    /// <summary>Records that were made, without a look at the cache.</summary>
    public static ExperimentDocument Generate() => Records(ExperimentNames.GeneratingRecords, new TrialRunRecord
    {
        Cell = "generate", Round = 0, ElapsedNs = 800_000_000, ElapsedToDurableNs = 1_000_000_000, Records = 10_000_000,
        BytesWritten = 1_000_000_000, PeakResidentBytes = 48 << 20,
        Values = new Dictionary<string, double> { [RecordLabels.ResumedBytes] = 250_000_000 },
        Facts = new Dictionary<string, string> { [RecordLabels.Checksum] = "4c48a881c779d5", [RecordLabels.Mode] = "direct" },
    });

    /// <summary>Records out of order, read from the cache.</summary>
    public static ExperimentDocument Validate()
    {
        ExperimentDocument document = Records(ExperimentNames.ValidatingRecords, new TrialRunRecord
        {
            Cell = "validate", Round = 0, ElapsedNs = 500_000_000, Records = 10_000_000, BytesRead = 1_000_000_000,
            Values = new Dictionary<string, double> { [RecordLabels.UnorderedRecords] = 12, [RecordLabels.DuplicateRecords] = 0 },
            Facts = new Dictionary<string, string>
            {
                [RecordLabels.InOrder] = "no",
                [RecordLabels.FirstUnordered] = "4711",
                [RecordLabels.Checksum] = "4c48a881c779d5",
            },
        });
        return document with { Cells = [document.Cells[0] with { WriteVerdict = null, ReadVerdict = Verdict.Cache }] };
    }

    /// <summary>Records that could not be read.</summary>
    public static ExperimentDocument FailedValidate()
    {
        ExperimentDocument document = Validate();
        return document with { Cells = [Failed(document.Cells[0], "cannot read /data/in.dat: EIO (Input/output error)")] };
    }

    private static ExperimentDocument Creation(ExperimentCellRecord cell)
    {
        ExperimentDocument document = Of(
            ExperimentNames.Creating,
            [],
            new Dictionary<string, string>
            {
                ["files"] = "1000", ["lines"] = "10000", ["characters"] = "100", ["kind"] = "text", ["file_bytes"] = "1010000",
                ["threads"] = "2", ["write_mode"] = "buffered",
            },
            [cell]);
        return document with { Setup = document.Setup with { Repetitions = 1 } };
    }

    private static ExperimentDocument Records(string experiment, TrialRunRecord run)
    {
        ExperimentDocument document = Of(
            experiment,
            [],
            new Dictionary<string, string> { ["file"] = "/data/in.dat", ["format"] = "binary" },
            [Cell(run.Cell, 1e9) with { WriteVerdict = Verdict.Device, Values = run.Values, Runs = [run] }]);
        return document with { Setup = document.Setup with { Repetitions = 1 } };
    }

    private static ExperimentCellRecord Work(string way, string threads, string work, double seconds) =>
        Cell($"{way}-{threads}-{work}", 50e6 / seconds) with
        {
            Labels = new Dictionary<string, string>
            {
                [ProcessingValues.Strategy] = way, [ProcessingValues.Threads] = threads, [ProcessingValues.Work] = work,
            },
            ElapsedToDurableNs = MedianInterval.Of([seconds * 0.98e9, seconds * 1e9, seconds * 1.1e9]),
            ReadVerdict = Verdict.Device,
            WriteVerdict = Verdict.Device,
            PeakResidentBytes = 90 << 20,
            Values = new Dictionary<string, double>
            {
                [ProcessingValues.CpuBusyPct] = work == "0" ? 34.5 : 97.2,
                [ProcessingValues.DeviceBusyPct] = 20,
                [ProcessingValues.PeakManagedBytes] = 12 << 20,
                [ProcessingValues.NativeBufferBytes] = 1 << 20,
            },
        };
}
