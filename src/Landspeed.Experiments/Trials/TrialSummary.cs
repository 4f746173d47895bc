using Landspeed.Experiments.Results;
using Landspeed.Experiments.Statistics;
using Landspeed.Experiments.Sweeping;

namespace Landspeed.Experiments.Trials;

/// <summary>What the runs of one cell have in common.</summary>
internal static class TrialSummary
{
    /// <summary>Fills a cell from its runs.</summary>
    /// <param name="cell">The cell before its first run.</param>
    /// <param name="runs">Its runs, by round; one or more.</param>
    internal static ExperimentCellRecord Of(ExperimentCellRecord cell, IReadOnlyList<TrialRunRecord> runs)
    {
        if (runs.FirstOrDefault(run => run.Failure is not null) is { } failed)
        {
            return cell with { State = CellState.Failed, Reason = failed.Failure, Runs = runs };
        }

        double?[] rates = [.. runs.Select(run => PerSecond(run, MainBytes(run)))];
        IntervalRecord? throughput = RunValues.Interval(rates);
        TrialRunRecord middle = runs[RunValues.MiddleOf(rates)];
        return cell with
        {
            State = CellState.Done,
            ReadVerdict = middle.Reads?.Verdict,
            WriteVerdict = middle.Writes?.Verdict,
            ElapsedNs = Interval(runs, run => run.ElapsedNs),
            ElapsedToDurableNs = Interval(runs, run => run.ElapsedToDurableNs),
            ThroughputBytesPerS = throughput,
            RecordsPerS = Interval(runs, run => PerSecond(run, run.Records)),
            CpuNsPerByte = Interval(runs, run => run.Cpu?.ProcessNsPerByte),
            CpuCyclesPerByte = Interval(runs, run => run.Cpu?.ProcessCyclesPerByte),
            ReadAmplification = Interval(runs, run => run.Reads?.DeviceSharePct / 100),
            DeviceReadRequestBytes = Interval(
                runs, run => run.DeviceReadRequests > 0 ? (double?)run.DeviceReadBytes / run.DeviceReadRequests : null)?.Median,
            ManagedAllocatedBytes = Interval(runs, run => run.Cpu?.ManagedAllocatedBytes)?.Median,
            GarbageCollectionPauseNs = Interval(runs, run => run.Cpu?.GarbageCollectionPauseNs)?.Median,
            PeakResidentBytes = Interval(runs, run => run.PeakResidentBytes)?.Median,
            Values = Values(runs),
            Findings = throughput is null ? [] : RunFindings.Look(
                [.. runs.Select(run => (run.Reads ?? run.Writes)?.Verdict ?? Verdict.Unknown)],
                [.. runs.Select(run => run.Findings)],
                rates,
                throughput),
            Runs = runs,
        };
    }

    private static long? MainBytes(TrialRunRecord run) =>
        run.BytesRead > 0 ? run.BytesRead : run.BytesWritten > 0 ? run.BytesWritten : null;

    // What only writes is done when it is durable, if it was made so.
    private static double? PerSecond(TrialRunRecord run, long? count)
    {
        long elapsed = run.BytesRead > 0 ? run.ElapsedNs : run.ElapsedToDurableNs ?? run.ElapsedNs;
        return count * 1e9 / Math.Max(1, elapsed);
    }

    private static IntervalRecord? Interval(IReadOnlyList<TrialRunRecord> runs, Func<TrialRunRecord, double?> value) =>
        RunValues.Interval([.. runs.Select(value)]);

    private static Dictionary<string, double> Values(IReadOnlyList<TrialRunRecord> runs) => runs
        .SelectMany(run => run.Values.Keys).Distinct(StringComparer.Ordinal)
        .Select(name => (Name: name, Interval: Interval(runs, run => run.Values.TryGetValue(name, out double value) ? value : null)))
        .Where(pair => pair.Interval is not null)
        .ToDictionary(pair => pair.Name, pair => pair.Interval!.Median, StringComparer.Ordinal);
}
