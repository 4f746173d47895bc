using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views.Patterns;

/// <summary>
/// The best rate of the device in the same run, to compare APIs with: direct, in order, large records.
/// </summary>
/// <param name="Rate">Over the runs of one cell.</param>
/// <param name="RecordSize">Bytes of its records.</param>
internal sealed record RawRate(IntervalRecord Rate, long RecordSize)
{
    private const string Api = "landspeed-direct";

    // From here on the requests, not the calls, set the pace.
    private const long LargeBytes = 64 << 10;

    /// <summary>What it is and how it was measured: the end of a sentence.</summary>
    public string Words => $"the raw rate of the device, {Format.Throughput(Rate)} "
        + $"({Api}, sequential, records of {Format.ExactSize(RecordSize)})";

    /// <summary>The line of a chart.</summary>
    public ChartReference Line => ChartReference.At($"raw rate: {Format.Throughput(Rate)}", Rate.Median / 1e6);

    /// <summary>The rate to compare the cells of a kind with.</summary>
    /// <param name="kinds">All kinds of the document.</param>
    /// <param name="kind">The kind; null where the device has no part in it, or no such cell was measured.</param>
    public static RawRate? Of(IEnumerable<ApiKind> kinds, ApiKind kind) => !kind.IsFlushed ? null : kinds
        .Where(one => one is { Order: "sequential", IsFlushed: true } && one.Operation == kind.Operation)
        .SelectMany(one => one.Cells)
        .Where(cell => cell.Labels[ApiLabels.ApiAxis] == Api && cell.State == CellState.Done
            && ApiLabels.CutAtPct(cell) is null && MajorityVerdict.Of(cell) == Verdict.Device)
        .Select(cell => ApiLabels.RecordSize(cell) is >= LargeBytes and var size
            && cell[Metrics.Throughput] is { Median: > 0 } rate ? new RawRate(rate, size) : null)
        .OfType<RawRate>().MaxBy(raw => raw.Rate.Median);
}
