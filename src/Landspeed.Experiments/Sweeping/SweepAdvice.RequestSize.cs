using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Sweeping;

/// <summary>Which request size and depth to use.</summary>
public static partial class SweepAdvice
{
    private static string? ForReading(MeasuredCurve[] measured) =>
        Of("read", measured) is { Length: > 0 } reads ? Recommendation("Read", reads, string.Empty) : null;

    // If a sweep both writes and extends, the second is described briefly.
    private static string? ForWriting(MeasuredCurve[] measured)
    {
        MeasuredCurve[] writes = Of("write", measured);
        MeasuredCurve[] extends = Of("extend", measured);
        if (writes.Length == 0)
        {
            return extends.Length == 0 ? null : Recommendation("Extend files", extends, " until durable");
        }

        string write = Recommendation("Write in place", writes, " until durable");
        return extends.Length == 0 ? write : $"{write}; {InShort("to extend a file", Best(extends))}";
    }

    private static string Recommendation(string task, MeasuredCurve[] curves, string until)
    {
        MeasuredCurve best = Best(curves);
        SweepPoint point = best.Recommended!;
        string method = best.MethodWith(point.RequestSizeBytes);
        string rate = RateText(point) + until;
        string text = best.Curve.PlateauBytesPerS is { } level
            ? $"{task} with {method}{SmallestMeasured(best, point)}. That reaches {rate}, "
                + $"{ShareOf(RateOf(point), level)} the plateau of {LevelText(best)}"
            : $"{task} with {method}. That is the fastest measured, {rate}; no plateau is reached: "
                + best.Curve.NotReached;
        return text + Decline(best) + Depths(best, curves) + best.Origin;
    }

    // The level is a median: a point on the plateau may be above it, and "110 % of the plateau" adds no information.
    private static string ShareOf(double rate, double level) =>
        rate < level ? $"{AmountText.Percent(rate / level * 100)} of" : "on";

    private static string InShort(string task, MeasuredCurve best)
    {
        SweepPoint point = best.Recommended!;
        string plateau = best.HasPlateau
            ? $"the plateau is {LevelText(best)}"
            : "no plateau is reached";
        string verb = best.IsFileStream ? " reaches" : ", reach";
        return $"{task}, {best.MethodWith(point.RequestSizeBytes)}{verb} {RateText(point)} until durable, "
            + $"and {plateau}{best.Origin}";
    }

    private static string SmallestMeasured(MeasuredCurve curve, SweepPoint point) =>
        curve.Points[0] == point && curve.Points.Length > 1 ? ", the smallest measured" : string.Empty;

    private static string Decline(MeasuredCurve curve) => curve.DeclinesAtItsEnd
        ? $"; {AmountText.Size(curve.Points[^1].RequestSizeBytes)} falls back to {RateText(curve.Points[^1])}"
        : string.Empty;

    // Why a faster one is not recommended.
    private static string Reason(MeasuredCurve best, MeasuredCurve other) =>
        !IsAsFast(best, other) && IsTooCloseToCall(best, other) ? ", too close to call"
        : other.Level > best.Level && IsAsFast(best, other) ? ", within the noise"
        : string.Empty;

    // The effect of other depths of the same method, and whether a queue deeper than measured may be faster.
    private static string Depths(MeasuredCurve best, MeasuredCurve[] curves)
    {
        MeasuredCurve[] others =
        [
            .. curves.Where(curve => IsSameMethod(curve, best) && curve != best && curve.IsOfDevice == best.IsOfDevice),
        ];
        MeasuredCurve? other = others.MaxBy(curve => curve.Level);
        if (other is null)
        {
            return string.Empty;
        }

        bool deepest = others.All(curve => curve.Curve.QueueDepth < best.Curve.QueueDepth);
        string size = AmountText.Size(other.Recommended!.RequestSizeBytes);
        string text = Invariant($"; with {other.Curve.QueueDepth} in flight ") + (other.HasPlateau
            ? $"the plateau is {LevelText(other)}, from {size} on"
            : $"the best is {LevelText(other)}, with {size}");
        text += Reason(best, other);
        return deepest && !IsNear(other, best)
            ? text + Invariant($", so more than {best.Curve.QueueDepth} may be faster")
            : text;
    }
}
