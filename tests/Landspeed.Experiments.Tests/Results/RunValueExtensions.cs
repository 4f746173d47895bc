using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Results;

/// <summary>Values of a run that must be there.</summary>
internal static class RunValueExtensions
{
    /// <summary>A metric.</summary>
    internal static double Value(this RunRecord run, Metric metric) => run.Metrics[metric.Name];

    /// <summary>Bytes that the run moved, of one that reads or writes.</summary>
    internal static long Bytes(this RunRecord run) => (long)((run[Metrics.BytesRead] ?? 0) + (run[Metrics.BytesWritten] ?? 0));

    /// <summary>Where the bytes came from or went.</summary>
    internal static TruthRecord Truth(this RunRecord run) => (run.Reads ?? run.Writes)!;
}
