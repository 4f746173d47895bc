using System.Diagnostics;
using Landspeed.Experiments.Observing;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Quantities;
using Landspeed.Results;
using Landspeed.Results.Extents;
using Landspeed.Results.Filling;

namespace Landspeed.Experiments.Filling;

/// <summary>Runs the cycles; the volume is examined before the first and after the last one.</summary>
/// <param name="session">The directory, and the options.</param>
internal sealed class FillCase(FillSession session) : ICase
{
    /// <summary>The only cell if files are deleted.</summary>
    internal const string Cell = "fill";

    /// <summary>The only cell if holes are punched.</summary>
    internal const string HolesCell = "holes";

    private readonly List<FillCycleRecord> _cycles = [];
    private int _cycleCount;
    private long _removed;

    /// <inheritdoc/>
    public string Name => CellOf(session.Plan.Options);

    /// <inheritdoc/>
    public RunRecord Run(int round, RunContext context)
    {
        CancellationToken stop = context.Monitor.Stop;
        FillWork work = session.Work;
        var observation = Observation.Begin();
        FillStateRecord first = State(isProbed: true, stop);
        string endedBy;
        try
        {
            endedBy = Cycles(context.Monitor);
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            endedBy = "signal";
        }
        catch (Exception failure) when (failure is IOException or ExperimentException)
        {
            throw session.Explained(failure);
        }

        bool isStopped = stop.IsCancellationRequested;
        FillStateRecord last = State(isProbed: !isStopped, CancellationToken.None);
        Observed observed = observation.End();
        int made = work.Made;
        session.End();
        return new RunRecord
        {
            Cell = Name,
            Round = round,
            StartedAtMs = null,
            Partial = isStopped,
            Metrics = Metrics.Of(
                (Metrics.Elapsed, observed.ElapsedNs),
                (Metrics.Cpu, observed.Process.TotalNs),
                (Metrics.PeakResident, observed.PeakResidentBytes),
                (Metrics.FilesMade, made),
                (Metrics.FilesRemoved, _removed),
                (Metrics.FreeRunsBefore, first.Free?.Count),
                (Metrics.FreeRunsAfter, last.Free?.Count),
                (Metrics.ProbeBytes, last.Probe?.Bytes),
                (Metrics.ProbeRunsBefore, first.Probe?.RunsAppended),
                (Metrics.ProbeRuns, last.Probe?.RunsAppended),
                (Metrics.ReservedProbeRunsBefore, first.Probe?.RunsPreallocated),
                (Metrics.ReservedProbeRuns, last.Probe?.RunsPreallocated)),
            Fill = new FillSection
            {
                CapacityBytes = session.Plan.Use.CapacityBytes,
                ReserveBytes = session.Plan.Limits.ReserveBytes,
                Before = first,
                After = last,
                Cycles = _cycles,
                CycleCount = _cycleCount,
                EndedBy = endedBy,
                FilesStaying = session.FilesStaying,
                BytesStaying = session.BytesStaying,
                StaysIn = session.FilesStaying > 0 ? session.Path.Display : null,
            },
        };
    }

    internal static string CellOf(FillOptions options) => options.HoleLength is null ? Cell : HolesCell;

    private string Cycles(ProgressMonitor monitor)
    {
        if (session.Plan.Options.HoleLength is { } hole)
        {
            Punch(hole, monitor);
            return "cycles";
        }

        long start = Stopwatch.GetTimestamp();
        bool IsTimeUp() => Stopwatch.GetElapsedTime(start) >= session.Plan.Options.Time;
        while (session.Plan.Options.Cycles == 0 || _cycleCount < session.Plan.Options.Cycles)
        {
            if (IsTimeUp())
            {
                return "time";
            }

            if (session.Work.Made >= session.Plan.Options.MostFiles)
            {
                return "files";
            }

            Cycle(IsTimeUp, monitor);
        }

        return "cycles";
    }

    private void Cycle(Func<bool> isTimeUp, ProgressMonitor monitor)
    {
        FillWork work = session.Work;
        long start = Stopwatch.GetTimestamp();
        (int made, int removed, long bytes) = (work.Made, work.Removed, work.Bytes);
        long next = 0;
        string filledBy = work.Fill(isTimeUp, done => Report(monitor, done, ref next), monitor.Stop);
        (double filled, long filledBytes) = (work.UsedPct, work.Bytes);
        long given = work.Empty(monitor.Stop);
        work.Volume.Settle(work.Bytes, monitor.Stop);
        _cycleCount++;
        _removed += work.Removed - removed;
        if (_cycles.Count < FillSection.MaximumCycles)
        {
            _cycles.Add(new FillCycleRecord
            {
                FilesMade = work.Made - made,
                BytesMade = filledBytes - bytes,
                FilesRemoved = work.Removed - removed,
                BytesRemoved = given,
                FilledPct = filled,
                KeptPct = work.UsedPct,
                FilledBy = filledBy,
                FreeRuns = work.Volume.FreeSpace().Free?.Count,
                ElapsedNs = (long)((Stopwatch.GetTimestamp() - start) * StopwatchTicks.Ns),
            });
        }
    }

    private void Punch(long hole, ProgressMonitor monitor)
    {
        FillWork work = session.Work;
        long start = Stopwatch.GetTimestamp();
        (long taken, long freed) = work.Punch(monitor);
        work.Volume.Settle(work.Bytes, monitor.Stop);
        _cycleCount++;
        _cycles.Add(new FillCycleRecord
        {
            FilesMade = 1,
            BytesMade = taken,
            FilesRemoved = (int)(freed / hole),
            BytesRemoved = freed,
            FilledPct = session.Plan.Options.FillPct,
            KeptPct = work.UsedPct,
            FilledBy = "fill",
            FreeRuns = work.Volume.FreeSpace().Free?.Count,
            ElapsedNs = (long)((Stopwatch.GetTimestamp() - start) * StopwatchTicks.Ns),
        });
    }

    // A few times a second. A cycle after the first one fills what the previous one freed.
    private void Report(ProgressMonitor monitor, long done, ref long next)
    {
        long now = Stopwatch.GetTimestamp();
        if (now < next)
        {
            return;
        }

        next = now + (Stopwatch.Frequency / 4);
        (long target, long again) = (session.Plan.Limits.TargetBytes, session.Plan.Limits.TargetBytes - session.Plan.Limits.KeptBytes);
        long before = _cycleCount == 0 ? 0 : target + ((_cycleCount - 1) * again) - session.Plan.Limits.KeptBytes;
        monitor.Report(before + done, target + (Math.Max(_cycleCount, session.Plan.Options.Cycles - 1) * again));
    }

    private FillStateRecord State(bool isProbed, CancellationToken stop)
    {
        FillVolume volume = session.Work.Volume;
        VolumeUse Settled() => volume.Settle(session.Work.Bytes, stop);
        VolumeUse use = Settled();
        (ProbeRecord? probe, string? reason) = isProbed ? session.Probe.Look(() => Settled(), stop) : (null, "stopped before");
        use = isProbed ? Settled() : use;
        (SizesRecord? free, string? freeReason) = volume.FreeSpace();
        return new FillStateRecord { UsedBytes = use.UsedBytes, Free = free, FreeReason = freeReason, Probe = probe, ProbeReason = reason };
    }
}
