using Landspeed.Experiments.Comparing;
using Landspeed.Experiments.Judging;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Comparing;

/// <summary>Made-up results to be compared.</summary>
internal static class StoredSamples
{
    internal static readonly double[] Steady = [100, 101, 99, 100, 102, 98, 100, 101];

    internal static ComparedResult Result(string name, params CellRecord[] cells) => new(name, Document(cells));

    internal static ResultDocument Document(params CellRecord[] cells) => new()
    {
        Kind = ResultKinds.Sweep,
        Tool = new ToolRecord("landspeed", "0.0"),
        StartedAt = DateTimeOffset.UnixEpoch,
        Hosts = [new HostRecord { Architecture = "x64", ProcessorModel = "P", ProcessorCount = 2, MemoryBytes = 8L << 30, Runtime = "10.0" }],
        Places = [new PlaceRecord { Role = PlaceRoles.File, Path = "a", FileSystem = "ext4", MountOptions = "rw", Device = "vda", AvailableBytes = 1 }],
        Setup = new SetupRecord { Seed = 1, Axes = ["mode"], Options = new Dictionary<string, string> { ["cold"] = "true" } },
        Cells = cells,
    };

    /// <summary>A cell whose runs have these rates, and a processor cost of the same spread.</summary>
    internal static CellRecord Cell(string name, IEnumerable<double> rates, double cost = 1, Verdict verdict = Verdict.Device) =>
        Cell(name, verdict, [.. rates.Select(rate => new[] { (Metrics.Throughput, rate * 1e6), (Metrics.CpuPerByte, cost * rate / 100), (Metrics.Collections, 0) })]);

    internal static CellRecord Cell(string name, Verdict verdict, params (Metric Metric, double Value)[][] runs) => CellSummary.Of(
        new CellRecord { Name = name, State = CellState.Pending, Labels = new Dictionary<string, string> { ["mode"] = "direct", ["best"] = name } },
        [
            .. runs.Select((metrics, round) => new RunRecord
            {
                Cell = name,
                Round = round,
                Metrics = metrics.ToDictionary(metric => metric.Metric.Name, metric => metric.Value),
                Reads = new TruthRecord { Verdict = verdict, Reason = "because", AppBytes = 1, Sources = [] },
                Case = new CaseSection { Requested = Case(), Effective = Case() },
            }),
        ]);

    internal static CaseRecord Case() => new()
    {
        Operation = "read", Mode = "direct", RequestSizeBytes = 4096, QueueDepth = 1, Threads = 1, DistancePct = 0, Engine = "uring", TimeS = 1, Touch = false,
        Cold = true, Flush = "none", Seed = 1,
    };

    internal static CellRecord WithCase(this CellRecord cell, Func<CaseRecord, CaseRecord> change) => cell with
    {
        Runs = [.. cell.Runs.Select(run => run with { Case = new CaseSection { Requested = Case(), Effective = change(Case()) } })],
    };

    internal static ComparedResult With(this ComparedResult result, Func<ResultDocument, ResultDocument> change) => result with { Document = change(result.Document) };

    internal static IEnumerable<double> Times(this IEnumerable<double> values, double factor) => values.Select(value => value * factor);
}
