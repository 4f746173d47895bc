using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Statistics;
using Landspeed.Results;
using Landspeed.Results.Ranks;

namespace Landspeed.Experiments.Tests.Merging;

/// <summary>Results of ranks as they would be written: a run moves 1 MB in 1,000 samples of 1 ms.</summary>
internal static class RankedResults
{
    internal const string Cell = "read-direct-1MiB-q8-t1";

    /// <summary>One rank with some runs.</summary>
    internal static ResultDocument Document(int rank, int size, params RunRecord[] runs) => new()
    {
        Kind = ResultKinds.Measure,
        Tool = new ToolRecord("landspeed", "1.0"),
        StartedAt = new DateTimeOffset(2026, 1, 2, 3, rank, 0, TimeSpan.Zero),
        Hosts = [new HostRecord { Name = HostOf(rank), Architecture = "x64", ProcessorCount = 2, Runtime = "10" }],
        Places = [new PlaceRecord { Role = PlaceRoles.File, Path = FormattableString.Invariant($"/data/file-{rank}.dat") }],
        Setup = new SetupRecord { Seed = 7, Rounds = runs.Length, Options = new Dictionary<string, string> { ["operation"] = "read" } },
        Cells = [CellSummary.Of(new CellRecord { Name = Cell, State = CellState.Pending }, [.. runs.Select((run, round) => run with { Round = round })])],
        Rank = new RankRecord { Number = rank, Size = size, Host = HostOf(rank), Job = "job" },
    };

    /// <summary>Two ranks a host.</summary>
    internal static string HostOf(int rank) => FormattableString.Invariant($"host{rank / 2}");

    /// <summary>A run that begins and ends at moments after the agreed start, in ms.</summary>
    internal static RunRecord Run(double startMs = 0, double endMs = 1000, long bytes = 1_000_000, params long[] latencies)
    {
        var histogram = new LatencyHistogram();
        Array.ForEach(latencies, histogram.Record);
        double elapsedNs = (endMs - startMs) * 1e6;
        LatencyRecord? latency = histogram.ToRecord();
        return new RunRecord
        {
            Cell = Cell,
            Round = 0,
            Latency = latency,
            Reads = Truth(Verdict.Device, bytes, bytes),
            Samples = [.. Enumerable.Range(0, 10).Select(index => new SampleRecord((long)(index * elapsedNs / 10), (long)(elapsedNs / 10), bytes / 10, 10))],
            Metrics = Metrics.Of(
            [
                (Metrics.Elapsed, elapsedNs), (Metrics.BytesRead, bytes), (Metrics.Requests, 100), (Metrics.Throughput, bytes * 1e9 / elapsedNs),
                (Metrics.LatencyP50, latency?.P50Ns), (Metrics.DepthRequested, 8), (Metrics.DepthAchieved, 4), (Metrics.Cpu, 3_000_000), (Metrics.CpuPerByte, 3_000_000.0 / bytes),
                (Metrics.MachineCpu, 5_000_000), (Metrics.MachineCpuPerByte, 5_000_000.0 / bytes),
                (Metrics.StartOffset, startMs * 1e6), (Metrics.EndOffset, endMs * 1e6), (Metrics.ClockError, 1_000),
            ]),
        };
    }

    /// <summary>Where bytes came from.</summary>
    internal static TruthRecord Truth(Verdict verdict, long bytes, long? device, long? foreign = 0) => new()
    {
        Verdict = verdict, Reason = $"because {verdict}", AppBytes = bytes, DeviceBytes = device, DeviceSharePct = 100.0 * device / bytes, ForeignDeviceBytes = foreign, Sources = ["process_io"],
    };
}
