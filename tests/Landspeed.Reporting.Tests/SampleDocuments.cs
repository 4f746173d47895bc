using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tests;

/// <summary>Made-up measurements of one made-up machine.</summary>
internal static class SampleDocuments
{
    public static readonly IReadOnlyDictionary<string, MeasurementDocument> All =
        new Dictionary<string, MeasurementDocument>(StringComparer.Ordinal)
        {
            ["read-device"] = Of(SampleRuns.Read()),
            ["write-cache"] = Of(WriteCache()),
            ["write-durable"] = Of(WriteDurable()),
            ["read-hole"] = Of(ReadHole()),
            ["mixed-partial"] = Of(MixedPartial()) with { Partial = true },
            ["repeat-5"] = Repeat(),
            ["few-samples"] = Of(FewSamples()),
        };

    public static MeasurementDocument Of(params MeasurementRecord[] jobs) => new()
    {
        ToolVersion = "0.1.0",
        StartedAt = new DateTimeOffset(2026, 3, 4, 8, 6, 7, TimeSpan.FromHours(1)),
        Host = new HostRecord
        {
            OperatingSystem = "Debian GNU/Linux 12", Kernel = "6.12.9", Architecture = "x64",
            ProcessorModel = "Imaginary Processor 9000", ProcessorCount = 2, ClockHz = 2.5e9,
            ClockMethod = "nominal (/proc/cpuinfo)", MemoryBytes = 8L << 30, Virtualization = "kvm", Runtime = "10.0.1",
            LoadAverage = 0.25,
        },
        Environment = new EnvironmentRecord
        {
            Path = "/data/[red]größe[/].dat", FileSystem = "ext4", MountPoint = "/data", MountOptions = "rw,noatime",
            Device = "vda", DeviceModel = "Imaginary Disk", DeviceRotational = false, Scheduler = "none",
            LogicalSectorBytes = 512, PhysicalSectorBytes = 4096, MaximumDeviceRequestBytes = 1_310_720,
            ReadAheadBytes = 131_072, VolumeBytes = 100L << 30, AvailableBytes = 50L << 30,
        },
        Jobs = jobs,
    };

    private static MeasurementRecord WriteCache()
    {
        MeasurementRecord read = SampleRuns.Read(1802.5);
        CaseRecord done = read.Effective with { Operation = "write", Mode = "buffered", Engine = "threads", Threads = 4 };
        return read with
        {
            Name = "write-buffered-1MiB-q8-t4",
            Requested = done with { Engine = "automatic" },
            Effective = done,
            Fallbacks = ["engine: threads instead of io_uring, because the kernel refused io_uring_setup (EPERM)"],
            EngineFeatures = [],
            QueueDepth = new QueueDepthRecord(32, 31.7),
            Truth = read.Truth with
            {
                Verdict = Verdict.Cache, Reason = "the device had 0.3 % of the data when the last write returned",
                DeviceBytes = (long)(read.Truth.AppBytes * 0.003), DeviceSharePct = 0.3, ResidentAfterPct = 100,
                FragmentsAfter = 4,
            },
            Device = read.Device! with { ReadRequests = 0, ReadBytes = 0, WriteRequests = 26, WriteBytes = 27_037_500 },
        };
    }

    private static MeasurementRecord WriteDurable()
    {
        MeasurementRecord cached = WriteCache();
        CaseRecord done = cached.Effective with { Mode = "direct", Flush = "end", Engine = "uring", Threads = 1 };
        return cached with
        {
            Name = "write-direct-1MiB-q8-t1", Requested = done, Effective = done, Fallbacks = [],
            QueueDepth = new QueueDepthRecord(8, 7.9),
            Transfer = cached.Transfer with
            {
                ElapsedToDurableNs = 5_120_000_000,
                ThroughputToDurableBytesPerS = cached.Transfer.Bytes / 5.12,
            },
            Truth = cached.Truth with
            {
                Verdict = Verdict.Device, Reason = "the device wrote all of it before the clock stopped",
                DeviceBytes = cached.Truth.AppBytes, DeviceSharePct = 100, ResidentAfterPct = 0,
            },
            Device = cached.Device! with { WriteRequests = cached.Transfer.Requests, WriteBytes = cached.Transfer.Bytes },
        };
    }

    private static MeasurementRecord ReadHole()
    {
        MeasurementRecord read = SampleRuns.Read(12_412.3, requestSize: 4096);
        CaseRecord done = read.Effective with { RequestSizeBytes = 4096, QueueDepth = 32, DistancePct = 100 };
        return read with
        {
            Name = "read-direct-4KiB-q32-t1-random", Requested = done, Effective = done,
            QueueDepth = new QueueDepthRecord(32, 31.97),
            Latency = read.Latency! with
            {
                MinNs = 2_103, MeanNs = 10_551.75, StandardDeviationNs = 1_201, MaxNs = 24_019, P50Ns = 10_303, P90Ns = 10_303,
                P99Ns = 10_303, P999Ns = 10_303, P9999Ns = 10_303,
                Bins = [new LatencyBin(10_303, read.Latency.Count - 2), new LatencyBin(24_063, 2)],
            },
            Truth = read.Truth with
            {
                Verdict = Verdict.Hole, Reason = "the range was reserved but never written: the kernel made up zeros",
                DeviceBytes = 0, DeviceSharePct = 0, UnwrittenPct = 100,
            },
            Device = read.Device! with { ReadRequests = 0, ReadBytes = 0, BusyPct = 0 },
        };
    }

    private static MeasurementRecord MixedPartial()
    {
        MeasurementRecord read = SampleRuns.Read(3_100);
        return read with
        {
            Partial = true,
            Effective = read.Effective with { Mode = "buffered", DistancePct = 12.5 },
            Requested = read.Requested with { DistancePct = 12.5 },
            Fallbacks = ["mode: buffered instead of direct, because the file system refuses O_DIRECT (EINVAL)"],
            Transfer = read.Transfer with { ShortRequests = 17 },
            Cpu = read.Cpu with { GarbageCollections = 1, GarbageCollectionPauseNs = 412_345, StolenNs = 41_000_000 },
            Truth = read.Truth with
            {
                Verdict = Verdict.Mixed, Reason = "61.2 % came from the device and 38.8 % from the page cache",
                DeviceBytes = (long)(read.Truth.AppBytes * 0.612), DeviceSharePct = 61.2, ResidentBeforePct = 38.8,
                ResidentAfterPct = 93.04, HolePct = 0.02,
            },
            Findings =
            [
                new FindingRecord("foreign_traffic", "others moved 1.2 GB on vda in the measured time [bold]and this is no markup[/]"),
                new FindingRecord("drift", "the last samples are 21 % slower than the first"),
            ],
        };
    }

    private static MeasurementDocument Repeat()
    {
        double[] rates = [2412.3, 2389.9, 2431.1, 1210.7, 2405.8];
        MeasurementRecord[] runs = [.. rates.Select((rate, index) => SampleRuns.Read(rate) with { RunIndex = index })];
        runs[3] = runs[3] with { Findings = [new FindingRecord("outlier", "this run stands apart from the others")] };
        return Of(runs) with
        {
            Summary = new SummaryRecord
            {
                Runs = runs.Length,
                ThroughputBytesPerS = new SpreadRecord
                {
                    Median = runs[4].Transfer.ThroughputBytesPerS, Min = runs[3].Transfer.ThroughputBytesPerS,
                    Max = runs[2].Transfer.ThroughputBytesPerS, SpreadPct = 50.7, OutlierRuns = [3],
                },
            },
        };
    }

    /// <summary>Sixteen requests on a network file system: no percentiles, no counters.</summary>
    private static MeasurementRecord FewSamples()
    {
        MeasurementRecord read = SampleRuns.Read(3.4);
        return read with
        {
            Latency = SampleRuns.Latency(16),
            Cpu = read.Cpu with
            {
                MachineNs = null, MachineNsPerByte = null, MachineCyclesPerByte = null, MachineIdleBaselineNsPerS = null,
                ProcessCyclesPerByte = null, ClockMethod = null, StolenNs = null,
            },
            Truth = new TruthRecord
            {
                Verdict = Verdict.Unknown, Reason = "a network file system (nfs) has no device counters here",
                AppBytes = read.Truth.AppBytes, Sources = [],
            },
            Device = null,
            Samples = [],
        };
    }
}
