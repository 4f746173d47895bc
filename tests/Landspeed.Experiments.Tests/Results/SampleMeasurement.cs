using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Results;

/// <summary>A made-up result with every section set.</summary>
internal static class SampleMeasurement
{
    private static readonly CaseRecord s_case = new()
    {
        Operation = "read", Mode = "direct", RequestSizeBytes = 4096, QueueDepth = 2, Threads = 1, DistancePct = 12.5,
        Engine = "uring", TimeS = 5, LimitBytes = 1 << 20, FileBytes = 1 << 30, Preparation = "data", Touch = true,
        Cold = true, Flush = "none", Seed = ulong.MaxValue,
    };

    public static ResultDocument Make() => new()
    {
        Kind = ResultKinds.Measure,
        Tool = new ToolRecord("landspeed", "0.1.0"),
        StartedAt = new DateTimeOffset(2026, 3, 4, 5, 6, 7, 8, TimeSpan.FromHours(-3)),
        Partial = true,
        Hosts = [new HostRecord { Architecture = "x64", ProcessorCount = 2, Runtime = "10.0.0", ClockHz = 2.5e9 }],
        Places = [new PlaceRecord { Role = PlaceRoles.File, Path = @"größe <€> +\xFF", PathBase64 = "/w==", DeviceRotational = false }],
        Setup = new SetupRecord { Seed = ulong.MaxValue, Rounds = 2, Options = new Dictionary<string, string> { ["mode"] = "direct" } },
        Cells =
        [
            new CellRecord
            {
                Name = "read",
                State = CellState.Done,
                Verdicts = new VerdictsRecord(Read: Verdict.Hole),
                Metrics = new Dictionary<string, IntervalRecord> { [Metrics.Throughput.Name] = Interval() },
                Findings = [new FindingRecord("drift", "slower")],
                Runs = [Run()],
            },
        ],
        Curves =
        [
            new CurveRecord { Name = "read-direct-q2", Api = "engine", Mode = "direct", Operation = "read", QueueDepth = 2, Points = 1 },
        ],
        Conclusions = [new ConclusionRecord("noise", "None.")],
        Findings = [new FindingRecord("debug_build", "slow")],
    };

    private static IntervalRecord Interval() =>
        new() { Runs = 2, Median = 2, Low = 1, High = 3, ConfidencePct = 50, Min = 1, Max = 3, SpreadPct = 2, OutlierRuns = [1] };

    private static RunRecord Run() => new()
    {
        Cell = "read", Round = 0, StartedAtMs = 1_772_611_567_008, Partial = true,
        Case = new CaseSection
        {
            Requested = s_case, Effective = s_case, Fallbacks = ["a", "b"], EngineFeatures = ["fixed_buffers"],
        },
        Metrics = Metrics.Of(
            (Metrics.BytesRead, 1L << 50),
            (Metrics.Throughput, 0.1 + 0.2),
            (Metrics.RequestRate, double.NaN),
            (Metrics.RecordRate, double.PositiveInfinity)),
        Facts = new Dictionary<string, string> { ["checksum"] = "deadbeef" },
        Latency = new LatencyRecord
        {
            Count = 1, MinNs = 2, MeanNs = 3.5, StandardDeviationNs = 0, MaxNs = 4, P50Ns = 5, P90Ns = 6, P99Ns = 7,
            P999Ns = 8, Saturated = 0, Bins = [new LatencyBin(4, 1)],
        },
        Reads = new TruthRecord
        {
            Verdict = Verdict.Hole, Reason = "never written", AppBytes = 1, DeviceSharePct = 0, Sources = ["extents"],
        },
        Device = new DeviceRecord
        {
            Name = "vda", ReadRequests = 1, ReadBytes = 2, WriteRequests = 3, WriteBytes = 4, BusyPct = 5,
        },
        Samples = [new SampleRecord(0, 1, 2, 3)],
        Findings = [new FindingRecord("drift", "slower")],
    };
}
