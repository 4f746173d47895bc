using System.Diagnostics;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Probing;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Statistics;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Experiments.Measuring;

/// <summary>Turns what a run counted into its record; arithmetic only.</summary>
internal sealed class MeasurementRecordBuilder
{
    private static readonly double s_nsPerTick = 1e9 / Stopwatch.Frequency;

    internal required MeasurementPlan Plan { get; init; }

    internal required int RunIndex { get; init; }

    internal required long JobStartMs { get; init; }

    internal required bool Partial { get; init; }

    internal required StorageFile File { get; init; }

    internal required WorkerCrew Crew { get; init; }

    internal required HostRecord Host { get; init; }

    internal required IdleBaseline? Baseline { get; init; }

    internal required BlockDeviceLocation Device { get; init; }

    internal required CacheDrop? Drop { get; init; }

    internal required long? LimitBytes { get; init; }

    internal required TimeSpan WarmUp { get; init; }

    internal required CounterSnapshot Before { get; init; }

    internal required CounterSnapshot After { get; init; }

    internal required FileState StateBefore { get; init; }

    internal required FileState StateAfter { get; init; }

    /// <summary>From the last completion until the data was durable; null: it was not made durable.</summary>
    internal required long? FlushTicks { get; init; }

    internal required IReadOnlyList<string> Fallbacks { get; init; }

    private MeasurementOptions Options => Plan.Options;

    internal MeasurementRecord Build()
    {
        WorkerTally[] tallies = [.. Crew.Tallies];
        var latencies = new LatencyHistogram();
        foreach (WorkerTally tally in tallies)
        {
            latencies.Merge(tally.Latencies);
        }

        TransferRecord transfer = Transfer(tallies);
        var record = new MeasurementRecord
        {
            Name = NameOf.Case(Options, File.EffectiveMode),
            RunIndex = RunIndex,
            JobStartMs = JobStartMs,
            Partial = Partial,
            Requested = Case(Options.Mode, NameOf.Engine(Options.Engine), Options.Size, Options.Bytes),
            Effective = Case(File.EffectiveMode, Crew.Description.Name, Plan.FileLength, LimitBytes),
            Fallbacks = AllFallbacks(),
            EngineFeatures = Features(),
            Transfer = transfer,
            Latency = latencies.ToRecord(),
            QueueDepth = new QueueDepthRecord(Options.QueueDepth * Options.Threads, MeanDepth(latencies, transfer)),
            Cpu = CpuAccount.Of(
                Before,
                After,
                (transfer.Bytes, transfer.Requests),
                tallies.Sum(tally => tally.AllocatedBytes),
                Baseline,
                Host),
            Truth = TruthJudge.Judge(Evidence(transfer.Bytes)),
            Device = DeviceTraffic(),
            Samples = Samples(tallies, transfer.ElapsedNs),
            Findings = [],
        };
        var around = new RunSurroundings(Drop, Device, Plan, File.FileSystemName, OppositeBytes(), OwnOppositeBytes());
        return record with { Findings = FindingRules.Look(record, around) };
    }

    // A FileStream has one request at a time, also where they are too short to be timed singly.
    private double MeanDepth(LatencyHistogram latencies, TransferRecord transfer) => Options.Api == FileApi.FileStream
        ? 1
        : latencies.SumNs / Math.Max(1, transfer.ElapsedNs);

    private TransferRecord Transfer(WorkerTally[] tallies)
    {
        long bytes = tallies.Sum(tally => tally.Bytes);
        long requests = tallies.Sum(tally => tally.Requests);
        long ticks = tallies.Max(tally => tally.EndTicks) - tallies.Min(tally => tally.StartTicks);
        long elapsedNs = Math.Max(1, (long)(ticks * s_nsPerTick));
        long? durableNs = FlushTicks is { } flush ? elapsedNs + (long)(flush * s_nsPerTick) : null;
        return new TransferRecord
        {
            Bytes = bytes,
            Requests = requests,
            ShortRequests = tallies.Sum(tally => tally.ShortRequests),
            ElapsedNs = elapsedNs,
            ElapsedToDurableNs = durableNs,
            WarmUpNs = WarmUp.Ticks * 100,
            ThroughputBytesPerS = bytes * 1e9 / elapsedNs,
            ThroughputToDurableBytesPerS = bytes * 1e9 / durableNs,
            RequestsPerS = requests * 1e9 / elapsedNs,
        };
    }

    private CaseRecord Case(IoMode mode, string engine, long? length, long? limit) => new()
    {
        Operation = NameOf.Operation(Options.Operation),
        Mode = NameOf.Mode(mode),
        Api = NameOf.Api(Options.Api),
        RequestSizeBytes = Options.RequestSize,
        QueueDepth = Options.QueueDepth,
        Threads = Options.Threads,
        DistancePct = Options.DistancePct,
        Engine = engine,
        TimeS = Options.Time.TotalSeconds,
        LimitBytes = limit,
        FileBytes = length,
        Preparation = Plan.FileTask == FileTask.Use
            ? null
            : NameOf.Preparation(MeasurementPlanner.PreparationOf(Options)),
        Touch = Options.Touch,
        Cold = Options.Cold,
        Flush = NameOf.Flush(Options.Flush),
        Seed = Options.Seed,
    };

    private List<string> AllFallbacks()
    {
        var all = new List<string>(Fallbacks);
        if (Crew.Description.FallbackReason is { } reason)
        {
            all.Add($"engine {Crew.Description.Name} instead of uring: {reason}");
        }

        all.AddRange(Crew.Description.Missing);
        bool fillHugePage = Options.Api == FileApi.Engine
            && Options.QueueDepth * Options.RequestSize >= AlignedBufferPool.MappingAlignment;
        if (fillHugePage && Crew.Description.HugePages is { Accepted: false, Reason: { } why })
        {
            all.Add($"buffers on ordinary pages: {why}");
        }

        return all;
    }

    private List<string> Features()
    {
        var features = new List<string>(Crew.Description.Features);
        if (Crew.Description.HugePages.Accepted)
        {
            features.Add("huge pages asked for");
        }

        return features;
    }

    private TruthEvidence Evidence(long appBytes)
    {
        bool read = Options.Operation == MeasuredOperation.Read;
        ExtentTotals? totals = StateBefore.Extents?.Totals(0, Math.Min(Plan.FileLength, StateBefore.Extents.Length));
        return new TruthEvidence
        {
            Operation = Options.Operation,
            EffectiveMode = File.EffectiveMode,
            AppBytes = appBytes,
            RangeBytes = Plan.FileLength,
            ProcessBytes = read
                ? After.ProcessIo?.DeviceReadBytes - Before.ProcessIo?.DeviceReadBytes
                : After.ProcessIo?.DeviceWriteBytes - Before.ProcessIo?.DeviceWriteBytes,
            BlockDeviceBytes = read
                ? After.Device?.ReadBytes - Before.Device?.ReadBytes
                : After.Device?.WriteBytes - Before.Device?.WriteBytes,
            NotYetOnDeviceBytes = StateAfter.Residency.DirtyBytes + StateAfter.Residency.WritebackBytes,
            DeviceName = Device.Name,
            NoDeviceReason = Device.Reason,
            Durable = FlushTicks is not null,
            ServedElsewhere = Device.ServedElsewhere,
            InMemory = File.IsInMemory,
            ResidentBeforePct = Percent(StateBefore.Residency.ResidentBytes),
            ResidentAfterPct = Percent(StateAfter.Residency.ResidentBytes),
            UnwrittenPct = Percent(totals?.UnwrittenBytes),
            HolePct = Percent(totals?.HoleBytes),
            FragmentsBefore = StateBefore.Extents?.FragmentCount,
            FragmentsAfter = StateAfter.Extents?.FragmentCount,
        };
    }

    // A read that finds others writing is as disturbed as one that finds them reading. Our own share, such as what is
    // read to complete a written page, is the process's counter.
    private long? OppositeBytes()
    {
        long? all = Options.Operation == MeasuredOperation.Read
            ? After.Device?.WriteBytes - Before.Device?.WriteBytes
            : After.Device?.ReadBytes - Before.Device?.ReadBytes;
        return all - OwnOppositeBytes();
    }

    private long? OwnOppositeBytes() => Options.Operation == MeasuredOperation.Read
        ? After.ProcessIo?.DeviceWriteBytes - Before.ProcessIo?.DeviceWriteBytes
        : After.ProcessIo?.DeviceReadBytes - Before.ProcessIo?.DeviceReadBytes;

    // Whole pages may reach past the end of the file.
    private double? Percent(long? bytes) =>
        bytes is null ? null : Math.Min(100, 100.0 * bytes.Value / Plan.FileLength);

    private DeviceRecord? DeviceTraffic()
    {
        if (Before.Device is not { } before || After.Device is not { } after || Device.Name is null)
        {
            return null;
        }

        double elapsedNs = (After.Timestamp - Before.Timestamp) * s_nsPerTick;
        return new DeviceRecord
        {
            Name = Device.Name,
            ReadRequests = after.ReadCount - before.ReadCount,
            ReadBytes = after.ReadBytes - before.ReadBytes,
            WriteRequests = after.WriteCount - before.WriteCount,
            WriteBytes = after.WriteBytes - before.WriteBytes,
            BusyPct = Math.Clamp(100 * (after.BusyNs - before.BusyNs) / elapsedNs, 0, 100),
        };
    }

    private static List<SampleRecord> Samples(WorkerTally[] tallies, long elapsedNs)
    {
        long[] bytes = new long[WorkerTally.MaximumSamples];
        long[] requests = new long[WorkerTally.MaximumSamples];
        long ticks = tallies.Max(tally => tally.SampleTicks);
        int count = tallies.Max(tally => tally.AddSamplesTo(ticks, bytes, requests));
        long length = (long)(ticks * s_nsPerTick);
        var samples = new List<SampleRecord>(count);
        for (int index = 0; index < count; index++)
        {
            long start = index * length;
            bool last = index == count - 1;
            samples.Add(new SampleRecord(
                start, last ? Math.Max(1, elapsedNs - start) : length, bytes[index], requests[index]));
        }

        return samples;
    }
}
