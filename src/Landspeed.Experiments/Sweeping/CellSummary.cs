using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Sweeping;

/// <summary>What the runs of one cell have in common.</summary>
public static class CellSummary
{
    /// <summary>Spread of the throughput, (largest - smallest) / median × 100, above which a cell is noisy: 25 %.</summary>
    public const double NoisySpreadPct = 25;

    /// <summary>Runs below which a cell has few, 3: two cannot tell which of them is the odd one.</summary>
    public const int EnoughRuns = 3;

    /// <summary>Fills a cell from its runs.</summary>
    /// <param name="cell">The cell; its parameters stay as they are.</param>
    /// <param name="runs">Its runs, in the order in which they were made.</param>
    /// <returns>
    /// The cell, done, with medians, verdict, findings and runs; the cell as it is when there is no run. An interval is
    /// over the runs that have the value, and null when none has.
    /// </returns>
    /// <remarks>Pure and thread-safe. The runs are kept without their latency bins.</remarks>
    public static SweepCellRecord Of(SweepCellRecord cell, IReadOnlyList<MeasurementRecord> runs)
    {
        ArgumentNullException.ThrowIfNull(cell);
        ArgumentNullException.ThrowIfNull(runs);
        if (runs.Count == 0)
        {
            return cell;
        }

        bool reads = cell.Operation == NameOf.Operation(MeasuredOperation.Read);
        double?[] rates = [.. runs.Select(run => reads
            ? run.Transfer.ThroughputBytesPerS
            : run.Transfer.ThroughputToDurableBytesPerS)];
        IntervalRecord? throughput = RunValues.Interval(rates);
        return cell with
        {
            State = CellState.Done,
            Reason = null,
            Verdict = runs[RunValues.MiddleOf(rates)].Truth.Verdict,
            ThroughputBytesPerS = throughput,
            ThroughputToReturnBytesPerS = reads ? null : Interval(runs, run => run.Transfer.ThroughputBytesPerS),
            CpuNsPerByte = Interval(runs, run => run.Cpu.ProcessNsPerByte),
            CpuCyclesPerByte = Interval(runs, run => run.Cpu.ProcessCyclesPerByte),
            RequestsPerS = Interval(runs, run => run.Transfer.RequestsPerS)?.Median,
            LatencyP50Ns = MedianOfAll([.. runs.Select(run => run.Latency?.P50Ns)]),
            LatencyP99Ns = MedianOfAll([.. runs.Select(run => run.Latency?.P99Ns)]),
            Findings = RunFindings.Look(
                [.. runs.Select(run => run.Truth.Verdict)], [.. runs.Select(run => run.Findings)], rates, throughput),
            Runs = [.. runs.Select(WithoutBins)],
        };
    }

    /// <summary>A run as a sweep keeps it: the bins of hundreds of runs would be most of its result.</summary>
    internal static MeasurementRecord WithoutBins(MeasurementRecord run) =>
        run.Latency is null ? run : run with { Latency = run.Latency with { Bins = [] } };

    private static IntervalRecord? Interval(
        IReadOnlyList<MeasurementRecord> runs, Func<MeasurementRecord, double?> value) =>
        RunValues.Interval([.. runs.Select(value)]);

    private static double? MedianOfAll(long?[] values) =>
        values.All(value => value is not null) ? Median.Of([.. values.Select(value => (double)value!.Value)]) : null;
}
