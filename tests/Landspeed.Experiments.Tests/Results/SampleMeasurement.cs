using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Tests.Results;

/// <summary>A made-up document with every field set.</summary>
internal static class SampleMeasurement
{
    private static readonly CaseRecord Case = new()
    {
        Operation = "read", Mode = "direct", RequestSizeBytes = 4096, QueueDepth = 2, Threads = 1, DistancePct = 12.5,
        Engine = "uring", TimeS = 5, LimitBytes = 1 << 20, FileBytes = 1 << 30, Preparation = "data", Touch = true,
        Cold = true, Flush = "none", Seed = ulong.MaxValue,
    };

    public static MeasurementDocument Make() => new()
    {
        ToolVersion = "0.1.0",
        StartedAt = new DateTimeOffset(2026, 3, 4, 5, 6, 7, 8, TimeSpan.FromHours(-3)),
        Partial = true,
        Host = new HostRecord { Architecture = "x64", ProcessorCount = 2, Runtime = "10.0.0", ClockHz = 2.5e9 },
        Environment = new EnvironmentRecord { Path = @"größe <€> +\xFF", PathBase64 = "/w==", DeviceRotational = false },
        Jobs = [Job()],
        Summary = new SummaryRecord { Runs = 2, ThroughputBytesPerS = Spread(1), ThroughputToDurableBytesPerS = Spread(2) },
    };

    private static SpreadRecord Spread(double median) =>
        new() { Median = median, Min = 1, Max = 3, SpreadPct = 2, OutlierRuns = [1] };

    private static MeasurementRecord Job() => new()
    {
        Name = "read", RunIndex = 0, JobStartMs = 1_772_611_567_008, Requested = Case, Effective = Case,
        Fallbacks = ["a", "b"], EngineFeatures = ["fixed_buffers"],
        Transfer = new TransferRecord
        {
            Bytes = long.MaxValue, Requests = 3, ShortRequests = 1, ElapsedNs = 4, ElapsedToDurableNs = 5, WarmUpNs = 6,
            ThroughputBytesPerS = 0.1 + 0.2, ThroughputToDurableBytesPerS = double.PositiveInfinity, RequestsPerS = double.NaN,
        },
        Latency = new LatencyRecord
        {
            Count = 1, MinNs = 2, MeanNs = 3.5, StandardDeviationNs = 0, MaxNs = 4, P50Ns = 5, P90Ns = 6, P99Ns = 7,
            P999Ns = 8, Saturated = 0, Bins = [new LatencyBin(4, 1)],
        },
        QueueDepth = new QueueDepthRecord(2, 1.75),
        Cpu = new CpuRecord
        {
            ProcessUserNs = 1, ProcessSystemNs = 2, ProcessNsPerByte = 1e-9, GarbageCollections = 0,
            GarbageCollectionPauseNs = 0, ManagedAllocatedBytes = 0, PeakResidentBytes = 1,
        },
        Truth = new TruthRecord
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
