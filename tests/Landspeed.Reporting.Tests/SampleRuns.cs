using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tests;

/// <summary>Parts of made-up measurements.</summary>
internal static class SampleRuns
{
    public static readonly CaseRecord DirectRead = new()
    {
        Operation = "read", Mode = "direct", RequestSizeBytes = 1 << 20, QueueDepth = 8, Threads = 1, DistancePct = 0,
        Engine = "uring", TimeS = 5, FileBytes = 1 << 30, Touch = false, Cold = false, Flush = "none", Seed = 1,
    };

    /// <summary>A read at 2,412.3 MB/s, or at another rate, over five seconds.</summary>
    public static MeasurementRecord Read(double megabytesPerS = 2412.3, int requestSize = 1 << 20)
    {
        long requests = (long)(megabytesPerS * 5e6 / requestSize);
        long bytes = requests * requestSize;
        double busyNs = 40_000 * (double)bytes / (1 << 20);
        return new MeasurementRecord
        {
            Name = "read-direct-1MiB-q8-t1",
            RunIndex = 0,
            JobStartMs = 1_772_611_567_008,
            Requested = DirectRead with { Engine = "automatic" },
            Effective = DirectRead,
            Fallbacks = [],
            EngineFeatures = ["fixed_buffers", "registered_files"],
            Transfer = new TransferRecord
            {
                Bytes = bytes, Requests = requests, ShortRequests = 0, ElapsedNs = 5_000_000_000, WarmUpNs = 500_000_000,
                ThroughputBytesPerS = bytes / 5.0, RequestsPerS = requests / 5.0,
            },
            Latency = Latency(requests),
            QueueDepth = new QueueDepthRecord(8, 7.94),
            Cpu = new CpuRecord
            {
                ProcessUserNs = (long)(busyNs / 4), ProcessSystemNs = (long)(busyNs * 3 / 4),
                ProcessNsPerByte = busyNs / bytes, ProcessCyclesPerByte = busyNs / bytes * 2.5,
                ProcessNsPerRequest = busyNs / requests, MachineNs = (long)(busyNs * 1.5), MachineIdleBaselineNsPerS = 12_300_000,
                MachineNsPerByte = busyNs * 1.5 / bytes, MachineCyclesPerByte = busyNs * 1.5 / bytes * 2.5,
                StolenNs = 0, ClockMethod = "nominal (/proc/cpuinfo)", GarbageCollections = 0,
                GarbageCollectionPauseNs = 0, ManagedAllocatedBytes = 0, PeakResidentBytes = 92 << 20,
            },
            Truth = new TruthRecord
            {
                Verdict = Verdict.Device,
                Reason = "the device read 100.0 % of what the application read, and nothing was in the page cache",
                AppBytes = bytes, DeviceBytes = bytes, DeviceSharePct = 100, ForeignDeviceBytes = 8192,
                ResidentBeforePct = 0, ResidentAfterPct = 0, UnwrittenPct = 0, HolePct = 0, FragmentsBefore = 3,
                FragmentsAfter = 3, Sources = ["process_io", "block_device", "residency", "extents"],
            },
            Device = new DeviceRecord
            {
                Name = "vda", ReadRequests = requests, ReadBytes = bytes + 8192, WriteRequests = 0, WriteBytes = 0,
                BusyPct = 99.4,
            },
            Samples = Samples(bytes, requests),
            Findings = [],
        };
    }

    /// <summary>A distribution with a tail; percentiles as far as the count allows.</summary>
    public static LatencyRecord Latency(long count)
    {
        (long UpToNs, double Share)[] shape =
            [(2_113_535, 0.01), (3_276_799, 0.60), (3_801_087, 0.30), (6_029_311, 0.085), (24_117_247, 1)];
        var bins = new List<LatencyBin>();
        long rest = count;
        foreach ((long upToNs, double share) in shape)
        {
            long inBin = upToNs == shape[^1].UpToNs ? rest : Math.Min(rest, (long)Math.Ceiling(count * share));
            if (inBin > 0)
            {
                bins.Add(new LatencyBin(upToNs, inBin));
            }

            rest -= inBin;
        }

        return new LatencyRecord
        {
            Count = count, MinNs = 2_104_211, MeanNs = 3_451_906.25, StandardDeviationNs = 810_442.5,
            MaxNs = Math.Min(24_019_459, bins[^1].UpToNs), Saturated = 0, Bins = bins,
            P50Ns = count >= 20 ? 3_276_799 : null, P90Ns = count >= 100 ? 3_801_087 : null,
            P99Ns = count >= 1_000 ? 6_029_311 : null, P999Ns = count >= 10_000 ? 24_019_459 : null,
        };
    }

    /// <summary>Five whole seconds and a rest of 1 ms.</summary>
    private static SampleRecord[] Samples(long bytes, long requests) =>
    [
        .. Enumerable.Range(0, 5).Select(second => new SampleRecord(
            second * 1_000_000_000L, 1_000_000_000, bytes / 5 + ((second - 2) << 20), requests / 5 + second - 2)),
        new SampleRecord(5_000_000_000, 1_000_000, 0, 0),
    ];
}
