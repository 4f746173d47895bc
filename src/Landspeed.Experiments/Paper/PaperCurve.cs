using Landspeed.Experiments.Judging;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Paper;

/// <summary>
/// The points of one interface over request size; only those whose bytes came from or went to the device are judged.
/// </summary>
internal sealed class PaperCurve
{
    private readonly SweepPoint[] _all;

    /// <summary>Sorts the points.</summary>
    /// <param name="points">Measured points of one operation.</param>
    internal PaperCurve(IEnumerable<SweepPoint> points)
    {
        _all = [.. points];
        Points = [.. _all.Where(point => point.Verdict == Verdict.Device).OrderBy(point => point.RequestSizeBytes)];
    }

    /// <summary>The points with the verdict device, in ascending size.</summary>
    internal IReadOnlyList<SweepPoint> Points { get; }

    /// <summary>The point with the highest median rate, or null if none is judged.</summary>
    internal SweepPoint? Best => Points.MaxBy(point => point.Throughput!.Median);

    /// <summary>The cheapest point, or null if no cost is known.</summary>
    internal SweepPoint? Cheapest => Points.Where(point => point.CpuPerByte is { Median: > 0 }).MinBy(point => point.CpuPerByte!.Median);

    /// <summary>Why there is no point, without a capital and a full stop.</summary>
    internal string Nothing => _all.Length == 0 ? "nothing was measured"
        : $"no rate is the device's (verdict {AmountText.AnyOf([.. _all.Select(point => point.Verdict.ToWord()).Distinct(StringComparer.Ordinal)])})";

    /// <summary>Returns the point of a size, or null if there is none.</summary>
    internal SweepPoint? At(long size) => Points.FirstOrDefault(point => point.RequestSizeBytes == size);

    /// <summary>
    /// The smallest size with 90 % of the best rate beyond the spread, or null if only the best itself has it.
    /// </summary>
    internal SweepPoint? Enough => Best is not { } best ? null
        : Points.FirstOrDefault(point => point != best && RateShare.Of(point.Throughput!, best.Throughput!).IsWithin);

    /// <summary>Returns how a point is read or written: <c>direct requests of 64 KiB, 8 in flight</c>.</summary>
    internal static string MethodOf(SweepPoint point) => point.Api == "filestream"
        ? $"FileStream, {AmountText.Size(point.RequestSizeBytes)} per call"
        : $"direct requests of {AmountText.Size(point.RequestSizeBytes)}, {(point.QueueDepth == 1 ? "one at a time" : Invariant($"{point.QueueDepth} in flight"))}";

    /// <summary>Returns its rate in words.</summary>
    internal static string RateOf(SweepPoint point) => AmountText.Rate(point.Throughput!);

    /// <summary>Returns its cost in cycles per byte, in ns if no clock is known, or null if neither is known.</summary>
    internal static string? CostOf(SweepPoint point) =>
        point.CyclesPerByte is { Median: > 0 } cycles ? $"{Quantities.DisplayNumber.Of(cycles.Median, cycles.HalfWidth())} cycles"
        : point.CpuPerByte is { Median: > 0 } ns ? $"{Quantities.DisplayNumber.Of(ns.Median, ns.HalfWidth())} ns"
        : null;
}
