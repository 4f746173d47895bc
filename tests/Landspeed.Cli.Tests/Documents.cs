using Landspeed.Experiments.Results;

namespace Landspeed.Cli.Tests;

/// <summary>Small results to print.</summary>
internal static class Documents
{
    public static MeasurementDocument WithVerdict(Verdict verdict) => new()
    {
        ToolVersion = "0.0",
        StartedAt = DateTimeOffset.UnixEpoch,
        Host = new HostRecord { Architecture = "x64", ProcessorCount = 1, Runtime = "10.0" },
        Environment = new EnvironmentRecord { Path = "a" },
        Jobs = [Job(verdict)],
    };

    private static MeasurementRecord Job(Verdict verdict) => new()
    {
        Name = "case",
        RunIndex = 0,
        JobStartMs = 0,
        Requested = Case(),
        Effective = Case(),
        Fallbacks = [],
        EngineFeatures = [],
        Transfer = new TransferRecord
        {
            Bytes = 1, Requests = 1, ShortRequests = 0, ElapsedNs = 1, WarmUpNs = 0, ThroughputBytesPerS = 1e9, RequestsPerS = 1,
        },
        QueueDepth = new QueueDepthRecord(1, 1),
        Cpu = new CpuRecord
        {
            ProcessUserNs = 0,
            ProcessSystemNs = 0,
            GarbageCollections = 0,
            GarbageCollectionPauseNs = 0,
            ManagedAllocatedBytes = 0,
            PeakResidentBytes = 0,
        },
        Truth = new TruthRecord { Verdict = verdict, Reason = "because", AppBytes = 1, Sources = [] },
        Samples = [],
        Findings = [],
    };

    private static CaseRecord Case() => new()
    {
        Operation = "read",
        Mode = "direct",
        RequestSizeBytes = 1,
        QueueDepth = 1,
        Threads = 1,
        DistancePct = 0,
        Engine = "uring",
        TimeS = 1,
        Touch = false,
        Cold = false,
        Flush = "none",
        Seed = 1,
    };
}
