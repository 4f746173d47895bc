using Landspeed.Experiments.Judging;
using Landspeed.Results;

namespace Landspeed.Experiments.Sweeping;

/// <summary>Gives advice on how to do file I/O, in words, from the curves and nothing else.</summary>
public static partial class SweepAdvice
{
    /// <summary>Draws the conclusions.</summary>
    /// <param name="cells">Cells of the sweep.</param>
    /// <param name="curves">Their curves, from <see cref="CurveAnalysis"/>.</param>
    /// <returns>Two to six paragraphs, each a recommendation or a fact in one short sentence, followed by the numbers,
    /// with a unique code: <c>read_request_size</c>, <c>write_request_size</c>, <c>buffering_cost</c>,
    /// <c>small_requests</c>, <c>not_from_device</c>, <c>noise</c>. Empty if there is no curve, or more than half of
    /// the cells are not measured yet.</returns>
    /// <remarks>Pure, thread-safe, and the same in every culture.</remarks>
    public static IReadOnlyList<ConclusionRecord> From(
        IReadOnlyList<CellRecord> cells, IReadOnlyList<CurveRecord> curves)
    {
        ArgumentNullException.ThrowIfNull(cells);
        ArgumentNullException.ThrowIfNull(curves);
        SweepPoint[] points = [.. cells.Select(SweepPoint.Of)];
        MeasuredCurve[] measured =
        [
            .. curves.Select(curve => new MeasuredCurve(curve, points)).Where(curve => curve.Recommended is not null),
        ];
        if (measured.Length == 0 || cells.Count(cell => cell.State == CellState.Pending) * 2 > cells.Count)
        {
            return [];
        }

        IEnumerable<(ConclusionCode Code, string? Text)> all =
        [
            (ConclusionCodes.ReadRequestSize, ForReading(measured)),
            (ConclusionCodes.WriteRequestSize, ForWriting(measured)),
            (ConclusionCodes.BufferingCost, Buffering(measured)),
            (ConclusionCodes.SmallRequests, SmallRequests(measured)),
            (ConclusionCodes.NotFromDevice, NotFromDevice(measured)),
            (ConclusionCodes.Noise, Noise(measured)),
        ];
        return
        [
            .. all.Where(advice => advice.Text is not null)
                .Select(advice => advice.Code.Says($"{advice.Text}.")),
        ];
    }

    /// <summary>Returns the curves of an operation, <c>read</c>, <c>write</c> or <c>extend</c>.</summary>
    private static MeasuredCurve[] Of(string operation, IEnumerable<MeasuredCurve> curves) =>
        [.. curves.Where(curve => curve.Curve.Operation == operation)];

    /// <summary>
    /// Returns the curve to use: the device's before others, because a rate of the page cache lasts only as long as the
    /// cache; of those that are as fast as the fastest, or too close to call, one with a plateau, of the method with
    /// the lowest CPU cost, with the fewest bytes in flight.
    /// </summary>
    /// <param name="curves">One or more.</param>
    private static MeasuredCurve Best(IReadOnlyCollection<MeasuredCurve> curves)
    {
        MeasuredCurve[] fit = Preferred(curves, curve => curve.IsOfDevice);
        MeasuredCurve fastest = fit.MaxBy(curve => curve.Level)!;
        MeasuredCurve[] near = Preferred([.. fit.Where(curve => IsNear(curve, fastest))], curve => curve.HasPlateau);
        MeasuredCurve cheapest = near.MinBy(curve => curve.Curve.CpuFloorNsPerByte ?? double.PositiveInfinity)!;
        return near.Where(curve => IsSameMethod(curve, cheapest)).MinBy(
            curve => (curve.Recommended!.RequestSizeBytes * curve.Curve.QueueDepth, curve.Curve.QueueDepth))!;
    }

    private static MeasuredCurve[] Preferred(IReadOnlyCollection<MeasuredCurve> curves, Func<MeasuredCurve, bool> isPreferred) =>
        [.. curves.Any(isPreferred) ? curves.Where(isPreferred) : curves];

    private static bool IsNear(MeasuredCurve curve, MeasuredCurve fastest) =>
        IsAsFast(curve, fastest) || IsTooCloseToCall(curve, fastest);

    private static bool IsAsFast(MeasuredCurve curve, MeasuredCurve fastest) =>
        curve.Level >= fastest.Level * (1 - Math.Max(curve.Tolerance, fastest.Tolerance));

    // A difference of more than a quarter always counts for the choice, even if noise could hide it.
    private static bool IsTooCloseToCall(MeasuredCurve curve, MeasuredCurve fastest) =>
        curve.Level >= fastest.Level * (1 - (Thresholds.NoisySpreadPct / 100))
        && Difference.Of(curve.Peak.Throughput!, fastest.Peak.Throughput!).Kind == DifferenceKind.Inconclusive;

    private static bool IsSameMethod(MeasuredCurve curve, MeasuredCurve other) =>
        (curve.Curve.Api, curve.Curve.Mode) == (other.Curve.Api, other.Curve.Mode);

    private static double RateOf(SweepPoint point) => point.Throughput!.Median;

    private static string RateText(SweepPoint point) => AmountText.Rate(point.Throughput!);

    private static string LevelText(MeasuredCurve curve) => AmountText.Rate(curve.Level, curve.Level * (curve.Curve.NoisePct ?? 0) / 100);

    // A cost of zero is one below the clock's resolution, and has no ratio to others.
    private static ByteCost? CostOf(SweepPoint point) => ByteCost.Of(point.CpuPerByte?.Median, point.CyclesPerByte?.Median);

    /// <summary>CPU cost per byte.</summary>
    /// <param name="Ns">Nanoseconds, more than 0.</param>
    /// <param name="Cycles">Cycles, or null if no clock is known.</param>
    private readonly record struct ByteCost(double Ns, double? Cycles)
    {
        public static ByteCost? Of(double? ns, double? cycles) => ns is > 0 and var known ? new ByteCost(known, cycles) : null;

        /// <inheritdoc/>
        public override string ToString() => AmountText.Cost(Ns, Cycles);
    }
}
