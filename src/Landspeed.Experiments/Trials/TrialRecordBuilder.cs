using Landspeed.Experiments.Host;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Probing;
using Landspeed.Experiments.Results;
using Landspeed.Files;
using static System.FormattableString;

namespace Landspeed.Experiments.Trials;

/// <summary>Makes the record of a run from what was read off clocks and counters; touches nothing.</summary>
internal sealed class TrialRecordBuilder(ExperimentDocument preview, BlockDeviceLocation device, IdleBaseline? baseline)
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
            DeviceReadBytes = run.After.Device?.ReadBytes - run.Before.Device?.ReadBytes,
            DeviceReadRequests = run.After.Device?.ReadCount - run.Before.Device?.ReadCount,
            DeviceWriteRequests = run.After.Device?.WriteCount - run.Before.Device?.WriteCount,
            PeakResidentBytes = run.PeakKnown ? run.After.PeakResidentBytes : null,
            Findings = [.. Findings(run, reads, writes, cpu)],
            Values = work.Values.Concat(end.Values).ToDictionary(StringComparer.Ordinal),
            Facts = work.Facts,
        };
    }

    private bool IsInMemory => preview.Environment.FileSystem is "tmpfs" or "ramfs";

    private TruthEvidence Reads(TrialMeasurement run, TrialEnd end) => Evidence(run, run.Work.BytesRead) with
    {
        Operation = MeasuredOperation.Read,
        ProcessBytes = run.After.ProcessIo?.DeviceReadBytes - run.Before.ProcessIo?.DeviceReadBytes,
        BlockDeviceBytes = run.After.Device?.ReadBytes - run.Before.Device?.ReadBytes,
        ResidentBeforePct = run.Start.ResidentPct,
        ResidentAfterPct = end.ResidentPct,
        UnwrittenPct = run.Start.UnwrittenPct,
        HolePct = run.Start.HolePct,
        FragmentsBefore = run.Start.Fragments,
    };

    private TruthEvidence Writes(TrialMeasurement run, TrialEnd end) => Evidence(run, run.Work.BytesWritten) with
    {
        Operation = MeasuredOperation.Write,
        EffectiveMode = run.Work.WriteMode,
        ProcessBytes = run.After.ProcessIo?.DeviceWriteBytes - run.Before.ProcessIo?.DeviceWriteBytes,
        BlockDeviceBytes = run.After.Device?.WriteBytes - run.Before.Device?.WriteBytes,
        NotYetOnDeviceBytes = run.ElapsedToDurableNs is null ? end.NotYetOnDeviceBytes : 0,
        Durable = run.ElapsedToDurableNs is not null,
    };

    private TruthEvidence Evidence(TrialMeasurement run, long bytes) => new()
    {
        Operation = MeasuredOperation.Read,
        EffectiveMode = IoMode.Buffered, // of no concern for reads: the process's counter is exact for all of them
        AppBytes = bytes,
        RangeBytes = run.Work.RangeBytes ?? bytes,
        DeviceName = device.Name,
        NoDeviceReason = device.Reason,
        ServedElsewhere = device.ServedElsewhere,
        InMemory = IsInMemory,
    };

    private static IEnumerable<FindingRecord> Findings(
        TrialMeasurement run, TruthRecord? reads, TruthRecord? writes, CpuRecord cpu)
    {
        if (run.Start is { MustBeCold: true, ResidentPct: > ColdUpToPct and var resident })
        {
            yield return new("not_cold", Invariant(
                $"{resident:F1} % of what was read stayed in the page cache: another process uses it, or it is not written out"));
        }

        foreach ((string what, TruthRecord? truth) in new[] { ("read", reads), ("written", writes) })
        {
            if (truth?.ForeignDeviceBytes > truth?.AppBytes * ForeignSharePct / 100)
            {
                yield return new("foreign_traffic", Invariant(
                    $"other processes have {what} {truth!.ForeignDeviceBytes} bytes on the device meanwhile, ")
                    + ForeignShare.Of(truth.ForeignDeviceBytes!.Value, truth.AppBytes));
            }
        }

        if (cpu.StolenNs is { } stolen && stolen > run.ElapsedNs * StolenSharePct / 100)
        {
            yield return new("stolen_time", Invariant($"the host took away {stolen / 1e6:F0} ms of processor time"));
        }
    }
}
