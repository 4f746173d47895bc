using Landspeed.Experiments.Judging;
using Landspeed.Results;

namespace Landspeed.Experiments.Rounds;

/// <summary>Creates the record of a run from readings of clocks and counters; has no side effects.</summary>
/// <param name="host">The machine.</param>
/// <param name="baseline">What the idle machine does, or null if it was not watched.</param>
internal sealed class TrialRecordBuilder(HostRecord host, IdleBaseline? baseline)
{
    internal RunRecord Build(string cell, int round, TrialMeasurement run, TrialEnd end)
    {
        TrialWork work = run.Work;
        var record = new RunRecord
        {
            Cell = cell,
            Round = round,
            Metrics = MetricsOf(run, end),
            Facts = work.Facts.Concat(end.Facts).Concat(PoolAccount.WhyNoWait(work.Pool)).ToDictionary(StringComparer.Ordinal),
            Reads = work.BytesRead > 0 ? TruthJudge.Judge(Reads(run, end)) : null,
            Writes = work.BytesWritten > 0 ? TruthJudge.Judge(Writes(run, end)) : null,
        };
        return WithAmplification(record) with { Findings = [.. Findings(run, record).OfType<FindingRecord>()] };
    }

    private Dictionary<string, double> MetricsOf(TrialMeasurement run, TrialEnd end)
    {
        TrialWork work = run.Work;
        long? deviceBytes = run.Source?.ReadBytes;
        long? deviceRequests = run.Source?.ReadCount;
        long? writtenBytes = run.Target?.WriteBytes;
        long? writeRequests = run.Target?.WriteCount;
        bool reads = work.BytesRead > 0;

        // Work that only writes is done when it is durable, if it was made durable.
        double seconds = (reads ? run.ElapsedNs : run.ElapsedToDurableNs ?? run.ElapsedNs) / 1e9;
        long bytes = reads ? work.BytesRead : work.BytesWritten;
        IReadOnlyDictionary<string, double> common = Metrics.Of(
        [
            (Metrics.Elapsed, run.ElapsedNs),
            (Metrics.ElapsedToDurable, run.ElapsedToDurableNs),
            (Metrics.LongestStall, run.LongestStall?.TotalNanoseconds),
            (Metrics.BytesRead, work.BytesRead),
            (Metrics.BytesWritten, work.BytesWritten),
            (Metrics.Records, work.Records),
            (Metrics.Throughput, bytes > 0 ? bytes / seconds : null),
            (Metrics.ThroughputToReturn, !reads && bytes > 0 ? bytes * 1e9 / run.ElapsedNs : null),
            (Metrics.RecordRate, work.Records / seconds),
            .. CpuAccount.Of(
                run.Observed,
                (work.BytesRead + work.BytesWritten, work.Records ?? 0),
                run.AllocatedBytes,
                baseline,
                host),
            .. PoolAccount.Of(run.Observed, work.Pool, work.Records ?? 0),
            (Metrics.PeakResident, run.PeakKnown ? run.Observed.PeakResidentBytes : null),
            (Metrics.DeviceReadBytes, deviceBytes),
            (Metrics.DeviceReadRequests, deviceRequests),
            (Metrics.DeviceWriteBytes, writtenBytes),
            (Metrics.DeviceWriteRequests, writeRequests),
            (Metrics.DeviceReadRequestSize, deviceRequests > 0 ? (double?)deviceBytes / deviceRequests : null),
            (Metrics.DeviceWriteRequestSize, writeRequests > 0 ? (double?)writtenBytes / writeRequests : null),
        ]);
        return common.Concat(work.Metrics).Concat(end.Metrics).ToDictionary(StringComparer.Ordinal);
    }

    private static RunRecord WithAmplification(RunRecord run) => run.Reads?.DeviceSharePct is not { } share ? run : run with
    {
        Metrics = new Dictionary<string, double>(run.Metrics, StringComparer.Ordinal) { [Metrics.ReadAmplification.Name] = share / 100 },
    };

    private static TruthEvidence Reads(TrialMeasurement run, TrialEnd end) => Evidence(run, isRead: true) with
    {
        ResidentBeforePct = run.Start.ResidentPct,
        ResidentAfterPct = end.ResidentPct,
        UnwrittenPct = run.Start.UnwrittenPct,
        HolePct = run.Start.HolePct,
        FragmentsBefore = run.Start.Fragments,
    };

    private static TruthEvidence Writes(TrialMeasurement run, TrialEnd end) => Evidence(run, isRead: false) with
    {
        EffectiveMode = run.Work.WriteMode,
        NotYetOnDeviceBytes = run.ElapsedToDurableNs is null ? end.NotYetOnDeviceBytes : 0,
        Durable = run.ElapsedToDurableNs is not null,
    };

    private static TruthEvidence Evidence(TrialMeasurement run, bool isRead)
    {
        long bytes = isRead ? run.Work.BytesRead : run.Work.BytesWritten;
        return TruthEvidence.Of(run.Observed, isRead ? 0 : 1, isRead, bytes) with
        {
            RangeBytes = run.Work.RangeBytes ?? bytes,
        };
    }

    private static FindingRecord? NotCold(TrialMeasurement run) => !run.Start.MustBeCold ? null
        : FindingRules.NotCold(
            run.Start.ResidentPct, run.Observed.Places[0].Location.IsInMemory ? "the file system" : null);

    private static IEnumerable<FindingRecord?> Findings(TrialMeasurement run, RunRecord record) =>
    [
        FindingRules.Cut(record),
        NotCold(run),
        record.Reads is { } reads ? FindingRules.Foreign("read", reads.ForeignDeviceBytes, reads.AppBytes) : null,
        record.Writes is { } writes ? FindingRules.ForeignWrites(writes, run.Observed.ProcessWriteBytes) : null,
        FindingRules.Stalled(record),
        FindingRules.Stolen(record),
    ];
}
