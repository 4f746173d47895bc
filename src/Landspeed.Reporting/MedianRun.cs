using Landspeed.Experiments.Results;

namespace Landspeed.Reporting;

/// <summary>The run that stands for all: numbers that belong together, instead of a median of each.</summary>
internal static class MedianRun
{
    /// <summary>The run of median throughput; of an even number the slower of the two middle ones.</summary>
    /// <exception cref="ArgumentException">There is none.</exception>
    public static MeasurementRecord Of(IReadOnlyList<MeasurementRecord> runs) =>
        By(runs, run => run.Transfer.ThroughputBytesPerS);

    /// <summary>The same of a cell of a sweep, whose throughput is that to durable, where runs were made durable.</summary>
    /// <exception cref="ArgumentException">There is none.</exception>
    public static MeasurementRecord Of(SweepCellRecord cell) =>
        By(cell.Runs, run => run.Transfer.ThroughputToDurableBytesPerS ?? run.Transfer.ThroughputBytesPerS);

    private static MeasurementRecord By(
        IReadOnlyList<MeasurementRecord> runs, Func<MeasurementRecord, double> throughput) => runs.Count > 0
            ? runs.OrderBy(throughput).ElementAt((runs.Count - 1) / 2)
            : throw new ArgumentException("there is no run", nameof(runs));
}
