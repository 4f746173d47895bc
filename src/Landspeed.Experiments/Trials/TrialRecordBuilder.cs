using Landspeed.Experiments.Host;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Probing;
using Landspeed.Experiments.Results;
using Landspeed.Files;
using static System.FormattableString;

namespace Landspeed.Experiments.Trials;

/// <summary>Makes the record of a run from what was read off clocks and counters; touches nothing.</summary>
/// <param name="preview">The experiment before its first run.</param>
/// <param name="places">The volumes that are read and written.</param>
/// <param name="baseline">What the idle machine does; null: it was not watched.</param>
internal sealed class TrialRecordBuilder(ExperimentDocument preview, TrialVolumes places, IdleBaseline? baseline)
{
    private const double ForeignSharePct = 5;
    private const double StolenSharePct = 5;
    private const double ColdUpToPct = 1;

    /// <summary>The record.</summary>
    internal TrialRunRecord Build(string cell, int round, TrialMeasurement run, TrialEnd end)
    {
        TrialWork work = run.Work;
        long bytes = work.BytesRead + work.BytesWritten;
        TruthRecord? reads = work.BytesRead > 0 ? TruthJudge.Judge(Reads(run, end)) : null;
        TruthRecord? writes = work.BytesWritten > 0 ? TruthJudge.Judge(Writes(run, end)) : null;
        CpuRecord cpu = CpuAccount.Of(
            run.Before, run.After, (bytes, work.Records ?? 0), run.AllocatedBytes, baseline, preview.Host);
        return new TrialRunRecord
        {
            Cell = cell,
            Round = round,
            ElapsedNs = run.ElapsedNs,
            ElapsedToDurableNs = run.ElapsedToDurableNs,
            BytesRead = work.BytesRead,
            BytesWritten = work.BytesWritten,
            Records = work.Records,
            Cpu = cpu,
            Reads = reads,
            Writes = writes,
            DeviceReadBytes = run.SourceAfter?.ReadBytes - run.SourceBefore?.ReadBytes,
            DeviceReadRequests = run.SourceAfter?.ReadCount - run.SourceBefore?.ReadCount,
            DeviceWriteRequests = run.After.Device?.WriteCount - run.Before.Device?.WriteCount,
            PeakResidentBytes = run.PeakKnown ? run.After.PeakResidentBytes : null,
            Findings = [.. Findings(run, reads, writes, cpu, places.Source.IsInMemory)],
            Values = work.Values.Concat(end.Values).ToDictionary(StringComparer.Ordinal),
            Facts = work.Facts,
        };
    }

    private TruthEvidence Reads(TrialMeasurement run, TrialEnd end) => Evidence(run, run.Work.BytesRead, places.Source) with
    {
        Operation = MeasuredOperation.Read,
        ProcessBytes = run.After.ProcessIo?.DeviceReadBytes - run.Before.ProcessIo?.DeviceReadBytes,
        BlockDeviceBytes = run.SourceAfter?.ReadBytes - run.SourceBefore?.ReadBytes,
        ResidentBeforePct = run.Start.ResidentPct,
        ResidentAfterPct = end.ResidentPct,
        UnwrittenPct = run.Start.UnwrittenPct,
        HolePct = run.Start.HolePct,
        FragmentsBefore = run.Start.Fragments,
    };

    private TruthEvidence Writes(TrialMeasurement run, TrialEnd end) => Evidence(run, run.Work.BytesWritten, places.Target) with
    {
        Operation = MeasuredOperation.Write,
        EffectiveMode = run.Work.WriteMode,
        ProcessBytes = run.After.ProcessIo?.DeviceWriteBytes - run.Before.ProcessIo?.DeviceWriteBytes,
        BlockDeviceBytes = run.After.Device?.WriteBytes - run.Before.Device?.WriteBytes,
        NotYetOnDeviceBytes = run.ElapsedToDurableNs is null ? end.NotYetOnDeviceBytes : 0,
        Durable = run.ElapsedToDurableNs is not null,
    };

    private static TruthEvidence Evidence(TrialMeasurement run, long bytes, TrialVolume volume) => new()
    {
        Operation = MeasuredOperation.Read,
        EffectiveMode = IoMode.Buffered, // of no concern for reads: the process's counter is exact for all of them
        AppBytes = bytes,
        RangeBytes = run.Work.RangeBytes ?? bytes,
        DeviceName = volume.Device.Name,
        NoDeviceReason = volume.Device.Reason,
        ServedElsewhere = volume.Device.ServedElsewhere,
        InMemory = volume.IsInMemory,
    };

    // Of writes the device takes more than the file's bytes: whole pages, which the process's counter has, and the journal and
    // tables of the file system, which nobody tells from others' traffic.
    private static FindingRecord? ForeignWrites(TrialMeasurement run, TruthRecord writes)
    {
        long? counted = run.After.ProcessIo?.DeviceWriteBytes - run.Before.ProcessIo?.DeviceWriteBytes;
        long own = writes.DeviceBytes ?? 0;
        long besides = Math.Max(0, (counted ?? 0) - own);
        long ours = Math.Max(writes.AppBytes, own + besides);
        long? foreign = writes.ForeignDeviceBytes - besides;
        return foreign > ours * ForeignSharePct / 100
            ? new("foreign_traffic", Invariant($"the device wrote {foreign} bytes beyond what this process caused, ")
                + $"{ForeignShare.Of(foreign.Value, ours)}: other processes, or the file system's own journal and tables")
            : null;
    }

    private static FindingRecord? ForeignReads(TruthRecord reads) =>
        reads.ForeignDeviceBytes > reads.AppBytes * ForeignSharePct / 100
            ? new("foreign_traffic", Invariant(
                $"other processes have read {reads.ForeignDeviceBytes} bytes on the device meanwhile, ")
                + ForeignShare.Of(reads.ForeignDeviceBytes.Value, reads.AppBytes))
            : null;

    private static IEnumerable<FindingRecord> Findings(
        TrialMeasurement run, TruthRecord? reads, TruthRecord? writes, CpuRecord cpu, bool isInMemory)
    {
        if (run.Start is { MustBeCold: true, ResidentPct: > ColdUpToPct and var resident })
        {
            yield return new("not_cold", Invariant(
                $"{resident:F1} % of what was read stayed in the page cache: ")
                + (isInMemory ? "the file system keeps its files there" : "another process uses it, or it is not written out"));
        }

        if (reads is not null && ForeignReads(reads) is { } read)
        {
            yield return read;
        }

        if (writes is not null && ForeignWrites(run, writes) is { } written)
        {
            yield return written;
        }

        if (cpu.StolenNs is { } stolen && stolen > run.ElapsedNs * StolenSharePct / 100)
        {
            yield return new("stolen_time", Invariant($"the host took away {stolen / 1e6:F0} ms of processor time"));
        }
    }
}
