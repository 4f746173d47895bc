using Landspeed.Experiments.Results;

namespace Landspeed.Reporting;

/// <summary>The run that stands for all: numbers that belong together, instead of a median of each.</summary>
internal static class MedianRun
{
    /// <summary>The run of median throughput; of an even number the slower of the two middle ones.</summary>
    /// <exception cref="ArgumentException">There is none.</exception>
    public static MeasurementRecord Of(IReadOnlyList<MeasurementRecord> runs) => runs.Count > 0
        ? runs.OrderBy(run => run.Transfer.ThroughputBytesPerS).ElementAt((runs.Count - 1) / 2)
        : throw new ArgumentException("the document has no run", nameof(runs));
}
