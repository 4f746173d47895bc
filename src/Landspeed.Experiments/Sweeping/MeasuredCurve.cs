using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Sweeping;

/// <summary>A curve with its points, as used for advice.</summary>
internal sealed class MeasuredCurve
{
    /// <summary>
    /// Difference too small to influence a choice, as a share, 0.05: the same as for reaching a plateau.
    /// </summary>
    internal const double SmallDifference = 1 - CurveAnalysis.ReachingShare;

    /// <summary>Joins a curve with its points.</summary>
    /// <param name="curve">The curve.</param>
    /// <param name="cells">Cells of the sweep, including those of other curves.</param>
    internal MeasuredCurve(CurveRecord curve, IEnumerable<SweepPoint> cells)
    {
        Curve = curve;
        Points =
        [
            .. cells.Where(cell => cell.Curve == curve.Name && CurveAnalysis.IsMeasured(cell))
                .OrderBy(cell => cell.RequestSizeBytes),
        ];
    }

    internal CurveRecord Curve { get; }

    /// <summary>In ascending request size.</summary>
    internal SweepPoint[] Points { get; }

    internal bool IsFileStream => Curve.Api == "filestream";

    internal bool IsDirect => Curve.Mode == "direct";

    internal bool HasPlateau => Curve.PlateauBytesPerS is not null;

    /// <summary>The plateau, or without one the best rate measured.</summary>
    internal double Level => Curve.PlateauBytesPerS ?? Curve.BestBytesPerS ?? 0;

    /// <summary>The knee, or without a plateau the best size measured.</summary>
    internal SweepPoint? Recommended => At(Curve.KneeRequestSizeBytes ?? Curve.BestRequestSizeBytes);

    /// <summary>The size with the highest median.</summary>
    internal SweepPoint Peak => At(Curve.BestRequestSizeBytes)!;

    /// <summary>Differences up to this share are meaningless.</summary>
    internal double Tolerance => Math.Max(SmallDifference, CurveAnalysis.Tolerance(Curve.NoisePct));

    /// <summary>Whether the level is the device's, by the verdicts of all points that it is based on.</summary>
    internal bool IsOfDevice => Origins.Length == 0;

    /// <summary>How it is read or written, for a sentence: <c>direct requests (8 in flight)</c>.</summary>
    internal string Method => IsFileStream ? "FileStream" : Invariant($"{Curve.Mode} requests ({Curve.QueueDepth} in flight)");

    /// <summary>
    /// Verdicts other than device among the points that the level is based on, in words; empty if there are none.
    /// </summary>
    internal string Origin => IsOfDevice ? string.Empty : $" (verdict {string.Join(" or ", Origins)} instead of device)";

    private string[] Origins =>
    [
        .. Held.Where(point => point.Verdict != Verdict.Device).Select(point => point.Verdict.ToWord())
            .Distinct(StringComparer.Ordinal),
    ];

    // From the knee on all that reach the level; without a plateau only the best point.
    private IEnumerable<SweepPoint> Held => Curve is { PlateauBytesPerS: { } level, KneeRequestSizeBytes: { } knee }
        ? Points.Where(point => point.RequestSizeBytes >= knee && IsAt(point, level))
        : Points.Where(point => point.RequestSizeBytes == Curve.BestRequestSizeBytes);

    /// <summary>Returns the method with a request size: <c>direct requests of 64 KiB, 8 in flight</c>.</summary>
    internal string MethodWith(long requestSize) => IsFileStream
        ? $"FileStream with {AmountText.Size(requestSize)} per call"
        : Invariant($"{Curve.Mode} requests of {AmountText.Size(requestSize)}, {Curve.QueueDepth} in flight");

    /// <summary>Returns the point of a request size, or null.</summary>
    internal SweepPoint? At(long? requestSize) => Array.Find(Points, point => point.RequestSizeBytes == requestSize);

    /// <summary>Whether the largest requests are slower than the plateau, beyond its noise.</summary>
    internal bool DeclinesAtItsEnd => Curve.PlateauBytesPerS is { } level && Points is [.., var end] && !IsAt(end, level);

    private static bool IsAt(SweepPoint point, double level) =>
        CurveAnalysis.Reaches(point.Throughput!, level);
}
