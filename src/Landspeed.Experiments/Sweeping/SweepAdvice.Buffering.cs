using Landspeed.Experiments.Judging;
using Landspeed.Results;

namespace Landspeed.Experiments.Sweeping;

/// <summary>What the page cache costs or gains.</summary>
public static partial class SweepAdvice
{
    private static string? Buffering(MeasuredCurve[] measured)
    {
        CacheComparison?[] all =
        [
            Buffering("reading", Of("read", measured)),
            Buffering("writing in place", Of("write", measured)),
            Buffering("extending", Of("extend", measured)),
        ];
        CacheComparison[] known = [.. all.OfType<CacheComparison>()];
        if (known.Length == 0)
        {
            return null;
        }

        string[] outcomes =
        [
            .. known.GroupBy(one => one.Outcome, one => one.Task)
                .Select(tasks => $"{AmountText.List([.. tasks])} {(tasks.Count() == 1 ? "is" : "are")} {tasks.Key} direct"),
        ];
        return $"Through the page cache, {AmountText.List(outcomes)}. {Capital(string.Join("; ", known.Select(one => one.Evidence)))}";
    }

    private static CacheComparison? Buffering(string task, MeasuredCurve[] curves)
    {
        MeasuredCurve[] direct = [.. curves.Where(curve => curve.IsDirect)];
        MeasuredCurve[] others = [.. curves.Where(curve => !curve.IsDirect)];
        return direct.Length == 0 || others.Length == 0
            ? null
            : Comparison(task, Best(Preferred(others, curve => curve.Curve.Mode == "buffered")), Best(direct));
    }

    // At the plateaus if both have one; otherwise at the largest common size; otherwise there is no comparison.
    private static CacheComparison? Comparison(string task, MeasuredCurve cached, MeasuredCurve direct)
    {
        double tolerance = Math.Max(cached.Tolerance, direct.Tolerance);
        if (cached.HasPlateau && direct.HasPlateau)
        {
            return Comparison(task, "has its plateau at", "uses at least", OfLevel(cached), OfLevel(direct), tolerance);
        }

        SweepPoint? here = cached.Points.LastOrDefault(point => direct.At(point.RequestSizeBytes) is not null);
        return here is null ? null : Comparison(
            $"{task} {AmountText.Size(here.RequestSizeBytes)} at a time", "reaches", "uses",
            OfPoint(cached, here), OfPoint(direct, direct.At(here.RequestSizeBytes)!), tolerance) with
        { Task = task };
    }

    private static CacheComparison Comparison(string start, string reaches, string costs, CacheSide here, CacheSide there, double tolerance)
    {
        double ratio = here.Rate / there.Rate;
        string rates = $"{start} with {here.Name} {reaches} {here.Text}, {Ratio(ratio, tolerance)} the {there.Text} of {there.Name}";
        string cost = here.Cost is { } one && there.Cost is { } other
            ? $", and {costs} {one} of CPU time per byte, {Ratio(one.Ns / other.Ns, CurveAnalysis.FloorTolerance)} the {other} there"
            : string.Empty;
        return new CacheComparison(start, Outcome(here, there, tolerance), rates + cost);
    }

    // Results from memory say nothing about the device, and noise says nothing at all.
    private static string Outcome(CacheSide here, CacheSide there, double tolerance)
    {
        bool isNear = Math.Abs((here.Rate / there.Rate) - 1) <= tolerance;
        bool isQuiet = 2 * Math.Max(here.NoisePct ?? double.PositiveInfinity, there.NoisePct ?? double.PositiveInfinity) <= Thresholds.NoisySpreadPct;
        (CacheSide slow, CacheSide fast) = here.Rate < there.Rate ? (here, there) : (there, here);
        return here.Origin.Length + there.Origin.Length > 0 ? "not comparable with"
            : isNear && isQuiet ? "as fast as"
            : isNear || !IsSlower(slow, fast) ? "perhaps as fast as"
            : here == slow ? "slower than" : "faster than";
    }

    private static bool IsSlower(CacheSide slow, CacheSide fast) => slow.NoisePct is { } one && fast.NoisePct is { } other
        ? slow.Rate * (1 + (one / 100)) < fast.Rate * (1 - (other / 100))
        : slow.Rate * Thresholds.ManyTimesOfFewRuns <= fast.Rate;

    private static CacheSide OfLevel(MeasuredCurve curve) => new(
        curve.Method + curve.Origin, curve.Origin, curve.Level, curve.Curve.NoisePct, LevelText(curve), FloorOf(curve));

    private static CacheSide OfPoint(MeasuredCurve curve, SweepPoint point) => new(
        curve.Method + OriginOf(point), OriginOf(point), RateOf(point),
        point.Throughput is { Runs: > 1 } rate ? rate.HalfWidth() / rate.Median * 100 : null, RateText(point), CostOf(point));

    private static ByteCost? FloorOf(MeasuredCurve curve) => ByteCost.Of(curve.Curve.CpuFloorNsPerByte, curve.Curve.CpuFloorCyclesPerByte);

    private static string Ratio(double ratio, double tolerance) => ratio switch
    {
        _ when Math.Abs(ratio - 1) <= tolerance => "about the same as",
        < 1 => $"{AmountText.Percent(ratio * 100)} of",
        _ => $"{AmountText.Times(ratio)} times",
    };

    private static string Capital(string text) => char.ToUpperInvariant(text[0]) + text[1..];

    /// <summary>The effect of the page cache on one operation.</summary>
    /// <param name="Task">For example <c>reading</c>.</param>
    /// <param name="Outcome">How fast it is, up to the word direct: <c>slower than</c>.</param>
    /// <param name="Evidence">The numbers, without a capital and a full stop.</param>
    private sealed record CacheComparison(string Task, string Outcome, string Evidence);

    /// <summary>One of the two sides of a comparison.</summary>
    /// <param name="Name">Name, with its verdict if that is not device.</param>
    /// <param name="Origin">The verdict in words; empty for device.</param>
    /// <param name="Rate">Bytes/s.</param>
    /// <param name="NoisePct">Possible error of the rate, in either direction, or null for single runs, which do not
    /// show it.</param>
    /// <param name="Text">The rate in words.</param>
    /// <param name="Cost">Cost per byte, or null if unknown.</param>
    private sealed record CacheSide(string Name, string Origin, double Rate, double? NoisePct, string Text, ByteCost? Cost);
}
