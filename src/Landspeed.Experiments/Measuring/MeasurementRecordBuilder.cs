using System.Globalization;
using Landspeed.Experiments.Blocks;
using Landspeed.Experiments.Changes;
using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Load;
using Landspeed.Experiments.Observing;
using Landspeed.Experiments.Ranks;
using Landspeed.Experiments.Statistics;
using Landspeed.Files;
using Landspeed.Files.Space;
using Landspeed.Quantities;
using Landspeed.Results;
using Landspeed.Results.Blocks;

namespace Landspeed.Experiments.Measuring;

/// <summary>Turns the counts of a run into its record; arithmetic and rules only.</summary>
internal sealed class MeasurementRecordBuilder
{
    internal required MeasurementPlan Plan { get; init; }

    internal required string Cell { get; init; }

    internal required int Round { get; init; }

    internal required long StartedAtMs { get; init; }

    internal required bool Partial { get; init; }

    internal required StorageFile File { get; init; }

    internal required WorkerCrew Crew { get; init; }

    internal required HostRecord Host { get; init; }

    internal required IdleBaseline? Baseline { get; init; }

    internal required CacheDrop? Drop { get; init; }

    internal required long? LimitBytes { get; init; }

    internal required TimeSpan WarmUp { get; init; }

    internal required Observed Observed { get; init; }

    internal required FileState StateBefore { get; init; }

    internal required FileState StateAfter { get; init; }

    /// <summary>Time from the last completion until the data was durable, or null if it was not made durable.</summary>
    internal required long? FlushTicks { get; init; }

    /// <summary>The last window of a run that was to become steady; otherwise null.</summary>
    internal SteadyRecord? Steady { get; init; }

    /// <summary>What the machine did beside the run.</summary>
    internal required IEnumerable<ConditionSpan> Conditions { get; init; }

    /// <summary>What was written and found of blocks that prove themselves, or null.</summary>
    internal BlocksRecord? Blocks { get; init; }

    internal required IReadOnlyList<string> Fallbacks { get; init; }

    /// <summary>The moment at which all ranks were to start, or null if there is only one.</summary>
    internal AgreedMoment? Agreed { get; init; }

    private MeasurementOptions Options => Plan.Options;

    private ObservedPlace Place => Observed.Places[0];

    internal RunRecord Build()
    {
        WorkerTally[] tallies = [.. Crew.Tallies];
        var latencies = new LatencyHistogram();
        foreach (WorkerTally tally in tallies)
        {
            latencies.Merge(tally.Latencies);
        }

        LoadTally? load = Sum(
            tallies.Select(tally => tally.Load),
            () => new LoadTally(Options.Load!.Rates),
            (all, one) => all.Merge(one));
        ThinkTally? think = Sum(
            tallies.Select(tally => tally.Think), () => new ThinkTally(), (all, one) => all.Merge(one));
        long bytes = tallies.Sum(tally => tally.Bytes);
        long ticks = tallies.Max(tally => tally.EndTicks) - tallies.Min(tally => tally.StartTicks);
        long elapsedNs = Math.Max(1, (long)(ticks * StopwatchTicks.Ns));
        MixRecord? mix = Sum(
            tallies.Select(tally => tally.Mix), () => new MixTally(), (all, one) => all.Merge(one))?.ToRecord(load);
        long read = mix?.Reads.Bytes ?? (Options.Reads ? bytes : 0);
        LatencyRecord? latency = latencies.ToRecord();
        TruthRecord? reads = Options.Reads ? TruthJudge.Judge(Evidence(isRead: true, read)) : null;
        TruthRecord? writes = Options.Writes ? TruthJudge.Judge(Evidence(isRead: false, bytes - read)) : null;
        List<SampleRecord> samples = Samples(tallies, elapsedNs);
        var record = new RunRecord
        {
            Cell = Cell,
            Round = Round,
            StartedAtMs = StartedAtMs,
            Partial = Partial,
            Case = new CaseSection
            {
                Requested = Case(Options.Mode, Options.Engine.ToWord(), Options.Size, Options.Bytes),
                Effective = Case(File.EffectiveMode, Crew.Description.Name, Plan.FileLength, LimitBytes),
                Fallbacks = AllFallbacks(),
                EngineFeatures = Features(),
            },
            Metrics = Metrics.Of(
            [
                .. Transfer(tallies, bytes, elapsedNs),
                (Metrics.BytesRead, Options.Reads ? read : null),
                (Metrics.BytesWritten, Options.Writes ? bytes - read : null),
                .. mix is null ? [] : MixMetrics.Of(mix, elapsedNs),
                (Metrics.LatencyP50, latency?.P50Ns),
                (Metrics.LatencyP99, latency?.P99Ns),
                .. AtRate(load, elapsedNs),
                (Metrics.PauseMean, think?.MeanNs),
                (Metrics.DepthRequested, load is null && think is null ? Options.QueueDepth * Options.Threads : null),
                (Metrics.DepthAchieved, MeanDepth(latencies, elapsedNs)),
                .. CpuAccount.Of(
                    Observed,
                    (bytes, tallies.Sum(tally => tally.Requests)),
                    tallies.Sum(tally => tally.AllocatedBytes),
                    Baseline,
                    Host),
                (Metrics.PeakResident, Observed.PeakResidentBytes ?? Environment.WorkingSet),
                (Metrics.ReadAmplification, reads?.DeviceSharePct / 100),
                .. Together(tallies),
            ]),
            Latency = latency,
            Response = load?.Response.ToRecord(),
            Lateness = load?.Lateness.ToRecord(),
            Mix = mix,
            Sizes = Options.Sizes is { } sizes
                ? Sum(tallies.Select(tally => tally.Sizes), () => new SizeTally(sizes), (all, one) => all.Merge(one))!
                    .ToRecord()
                : [],
            Steady = Steady,
            Blocks = Blocks,
            Reads = reads,
            Writes = writes,
            Device = Place.ToRecord(),
            Samples = samples,
            Changes = RateChanges.Of(samples, Conditions, Place.Location.Name),
            LatencySamples = latency is null ? [] : LatencySamples(tallies, elapsedNs),
        };
        IEnumerable<FindingRecord?> findings = [.. Findings(record), .. LoadFindings.Of(record, load, think)];
        return record with { Findings = [.. findings.OfType<FindingRecord>()] };
    }

    private static T? Sum<T>(IEnumerable<T?> parts, Func<T> none, Action<T, T> add)
        where T : class
    {
        T? all = null;
        foreach (T part in parts.OfType<T>())
        {
            all ??= none();
            add(all, part);
        }

        return all;
    }

    private static (Metric Metric, double? Value)[] AtRate(LoadTally? load, long elapsedNs) => load is null ? [] :
    [
        (Metrics.RequestsOffered, load.Offered),
        (Metrics.RequestsSkipped, load.Skipped),
        (Metrics.RequestsUnstarted, load.Unstarted),
        (Metrics.OfferedRate, load.Offered * 1e9 / Math.Min(elapsedNs, Math.Max(1, load.OfferedNs))),
        (Metrics.ResponseP50, load.Response.Percentile(50)),
        (Metrics.ResponseP99, load.Response.Percentile(99)),
        (Metrics.ResponseP999, load.Response.Percentile(99.9)),
        (Metrics.LatenessP99, load.Lateness.Percentile(99)),
        (Metrics.OwnLatenessP99, load.OwnLateness.Percentile(99)),
    ];

    // A FileStream has one request at a time, even if requests are too short to be timed individually.
    private double MeanDepth(LatencyHistogram latencies, long elapsedNs) => Options.Api == FileApi.FileStream
        ? 1
        : latencies.SumNs / Math.Max(1, elapsedNs);

    private (Metric Metric, double? Value)[] Transfer(WorkerTally[] tallies, long bytes, long elapsedNs)
    {
        long requests = tallies.Sum(tally => tally.Requests);
        long? durableNs = FlushTicks is { } flush ? elapsedNs + (long)(flush * StopwatchTicks.Ns) : null;
        return
        [
            (Metrics.Elapsed, elapsedNs),
            (Metrics.ElapsedToDurable, durableNs),
            (Metrics.LongestStall, WorkerTally.LongestStall(tallies) * StopwatchTicks.Ns),
            (Metrics.WarmUp, WarmUp.Ticks * 100),
            (Metrics.Requests, requests),
            (Metrics.ShortRequests, tallies.Sum(tally => tally.ShortRequests)),
            (Metrics.Throughput, bytes * 1e9 / (durableNs ?? elapsedNs)),
            (Metrics.ThroughputToReturn, Options.Writes ? bytes * 1e9 / elapsedNs : null),
            (Metrics.ThroughputSteady, Steady is { IsSteady: true } steady ? steady.BytesPerS : null),
            (Metrics.RequestRate, requests * 1e9 / elapsedNs),
        ];
    }

    private (Metric Metric, double? Value)[] Together(WorkerTally[] tallies) => Agreed is not { } agreed ? [] :
    [
        (Metrics.StartOffset, (tallies.Min(tally => tally.StartTicks) - agreed.Timestamp) * StopwatchTicks.Ns),
        (Metrics.EndOffset, (tallies.Max(tally => tally.EndTicks) - agreed.Timestamp) * StopwatchTicks.Ns),
        (Metrics.ClockError, agreed.ClockError.TotalNanoseconds),
    ];

    private IEnumerable<FindingRecord?> Findings(RunRecord run) =>
    [
        IsCheck ? null : FindingRules.ShortRun(run),
        PreparationIgnored(),
        ShorterFile(),
        NotCold(),
        run.Reads is { Verdict: Verdict.Device or Verdict.Unknown } ? OnlyZeros() : null,
        run.Writes is { } writes ? RewrittenInCache(run, writes) : null,
        run.Reads is { } read ? FindingRules.Foreign("read", read.ForeignDeviceBytes, read.AppBytes) : null,
        run.Writes is { } written ? FindingRules.Foreign("wrote", written.ForeignDeviceBytes, written.AppBytes) : null,
        .. OfOneDirection(run),
        FindingRules.LoopDevice((run.Reads ?? run.Writes)!, Place.Location.Name),
        FindingRules.BusyBaseline(run),
        FindingRules.Stalled(run),
        FindingRules.Stolen(run),
        SteadyFindings.NotSteady(run, Options.Until),
        BlockFindings.Of(run),
        FindingRules.Drift(run),
        ChangeFindings.Of(run),
        IsCheck || run.Blocks is { Waited: > 0 } ? null : FindingRules.ShallowQueue(run), // they waited for each other
        FindingRules.Saturated(run),
        IsCheck ? null : FindingRules.Allocations(run),
        FindingRules.NearlyFull(Plan.Place),
    ];

    // A check is about the blocks, not about the speed.
    private bool IsCheck => Options.Blocks == BlockUse.Check;

    private FindingRecord? PreparationIgnored() =>
        Plan is { FileTask: FileTask.Use, Options.Preparation: not null }
            ? FindingCodes.PreallocationIgnored.Says(
                "the file existed: --preallocate applies only to a new one; remove the file to have it made again")
            : null;

    // Sequential writes of fewer bytes than the file's length wrote no page twice.
    private FindingRecord? RewrittenInCache(RunRecord run, TruthRecord truth)
    {
        bool isInOrder = Options.DistancePct == 0;
        return Options.WritesWithin && run[Metrics.ElapsedToDurable] is not null
            && truth.Verdict is Verdict.Cache or Verdict.Mixed && (!isInOrder || truth.AppBytes > Plan.RangeBytes)
            ? FindingCodes.RewrittenInCache.Says(
                "the same pages were written again before the device got them: the durable rate is not the device's; "
                + (isInOrder ? "use --bytes with the file's length" : "use --mode direct"))
            : null;
    }

    private FindingRecord? ShorterFile() => Plan.IsShorter
        ? FindingCodes.ShorterFile.Says(
            $"{new ByteCount(Options.Size!.Value).ToDisplay()} was requested; the file has {new ByteCount(Plan.FileLength).ToDisplay()}, was not made by landspeed, "
            + "and was read at its own length")
        : null;

    private FindingRecord? NotCold() => Drop?.After switch
    {
        null => null,
        { ResidentBytes: { } resident } => FindingRules.NotCold(Math.Min(100, 100.0 * resident / Plan.FileLength), File.IsInMemory ? File.FileSystemName : null),
        { UnknownReason: var reason } => FindingCodes.ColdUnknown.Says(
            $"whether the file left the page cache is unknown: {reason}"),
    };

    // A verdict that says so already needs no note: a hole, the cache, memory.
    private FindingRecord? OnlyZeros() => Crew.Tallies.All(tally => tally.Zeros.SawOnlyZeros)
        ? FindingCodes.OnlyZeros.Says(string.Create(
            CultureInfo.InvariantCulture,
            $"all {Crew.Tallies.Sum(tally => tally.Zeros.Looks):N0} requests that were examined returned only zeros, "
                + $"which a device may answer without its medium"))
        : null;

    private CaseRecord Case(IoMode mode, string engine, long? length, long? limit) => new()
    {
        Operation = Options.Operation.ToWord(),
        ReadPct = Options.HasShares ? Options.ReadPct : null,
        Mode = mode.ToWord(),
        Api = Options.Api.ToWord(),
        RequestSizeBytes = Options.RequestSize,
        SizeShares = Options.Sizes?.ToString(),
        QueueDepth = Options.QueueDepth,
        Load = Options.Load?.ToRecord(Options.MeanRequestSize, Options.Arrivals, Options.IsPrecise),
        Think = Options.Think?.ToRecord(Options.Arrivals, Options.IsPrecise),
        Threads = Options.Threads,
        DistancePct = Options.DistancePct,
        IsReverse = Options.IsReverse,
        StrideBytes = Options.Stride,
        Distribution = Options.Distribution?.ToString(),
        OffsetBytes = Options.Offset > 0 ? Options.Offset : null,
        Engine = engine,
        TimeS = Options.Time.TotalSeconds,
        Until = Options.Until?.ToString(),
        LimitBytes = limit,
        FileBytes = length,
        Preparation = Plan.FileTask == FileTask.Use
            ? null
            : MeasurementPlanner.PreparationOf(Options).ToWord(),
        Precondition = Options.Precondition?.ToString(),
        Touch = Options.Touch,
        Blocks = Options.Blocks == BlockUse.None ? null : Options.Blocks.ToWord(),
        Cold = Options.Cold,
        Flush = Options.Flush.ToWord(),
        Seed = Options.Seed,
    };

    private List<string> AllFallbacks()
    {
        var all = new List<string>(Fallbacks);
        if (Crew.Description.FallbackReason is { } reason)
        {
            all.Add($"engine {Crew.Description.Name} instead of uring: {reason}");
        }

        all.AddRange(Crew.Description.Missing.Where(missing => missing != Crew.Description.FallbackReason));
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

    private TruthEvidence Evidence(bool isRead, long appBytes)
    {
        ExtentTotals? totals = StateBefore.Extents is { } extents
            ? extents.Totals(Options.Offset, Math.Clamp(extents.Length - Options.Offset, 0, Plan.RangeBytes)) : null;
        TruthEvidence counted = TruthEvidence.Of(Observed, 0, isRead, appBytes);
        return (isRead && CompletesPages ? Unknowable(counted) : counted) with
        {
            EffectiveMode = File.EffectiveMode,
            RangeBytes = Plan.RangeBytes / Options.Part.Count,
            NotYetOnDeviceBytes = StateAfter.Residency.DirtyBytes + StateAfter.Residency.WritebackBytes,
            Durable = FlushTicks is not null,
            InMemory = File.IsInMemory || Place.Location.IsInMemory,
            ResidentBeforePct = Percent(StateBefore.Residency.ResidentBytes),
            ResidentAfterPct = Percent(StateAfter.Residency.ResidentBytes),
            UnwrittenPct = Percent(totals?.UnwrittenBytes),
            HolePct = Percent(totals?.HoleBytes),
            FragmentsBefore = StateBefore.Extents?.FragmentCount,
            FragmentsAfter = StateAfter.Extents?.FragmentCount,
        };
    }

    // A write of a part of a page reads the rest, and the counters do not say for whom a page was read.
    private bool CompletesPages => Options.Mixes && File.EffectiveMode != IoMode.Direct
        && Options.Grain % Environment.SystemPageSize != 0;

    private static TruthEvidence Unknowable(TruthEvidence counted) => counted with
    {
        ProcessBytes = null,
        BlockDeviceBytes = null,
        NoDeviceReason = "pages read to complete writes count, too",
    };

    // A read is disturbed by other processes' writes as much as by their reads. Our own share, such as what is read to
    // complete a written page, is in the process's counter.
    private IEnumerable<FindingRecord?> OfOneDirection(RunRecord run)
    {
        if (run is { Reads: { } reads, Writes: null })
        {
            yield return FindingRules.Foreign(
                "wrote", Place.Traffic?.WriteBytes - Observed.ProcessWriteBytes, reads.AppBytes);
        }
        else if (run is { Reads: null, Writes: { } writes })
        {
            long? own = Observed.ProcessReadBytes;
            yield return FindingRules.Foreign("read", Place.Traffic?.ReadBytes - own, writes.AppBytes);
            yield return FindingRules.CompletedPages(own, writes.AppBytes);
        }
    }

    // Whole pages may extend past the end of the file.
    private double? Percent(long? bytes) =>
        bytes is null ? null : Math.Min(100, 100.0 * bytes.Value / Plan.RangeBytes);

    private static List<SampleRecord> Samples(WorkerTally[] tallies, long elapsedNs)
    {
        long[] bytes = new long[WorkerTally.MaximumSamples];
        long[] requests = new long[WorkerTally.MaximumSamples];
        long ticks = tallies.Max(tally => tally.SampleTicks);
        int count = tallies.Max(tally => tally.AddSamplesTo(ticks, bytes, requests));
        long length = (long)(ticks * StopwatchTicks.Ns);
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

    private static List<LatencySampleRecord> LatencySamples(WorkerTally[] tallies, long elapsedNs)
    {
        LatencySlices all = tallies[0].Slices;
        all.Close(tallies[0].Timed);
        foreach (WorkerTally tally in tallies.Skip(1))
        {
            tally.Slices.Close(tally.Timed);
            all.Merge(tally.Slices);
        }

        long length = (long)(all.Length * StopwatchTicks.Ns);
        return
        [
            .. Enumerable.Range(0, all.Count).Select(slice =>
            {
                (long requests, long? p50, long? p99, long longest) = all.Of(slice);
                long start = slice * length;
                long duration = slice == all.Count - 1 ? Math.Max(1, elapsedNs - start) : length;
                return new LatencySampleRecord(start, duration, requests, p50, p99, longest);
            }),
        ];
    }
}
