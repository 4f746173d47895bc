using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Results;

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
        return $"Through the page cache {AmountText.List(outcomes)}. {Capital(string.Join("; ", known.Select(one => one.Evidence)))}";
    }

    private static CacheComparison? Buffering(string task, MeasuredCurve[] curves)
    {
        MeasuredCurve[] direct = [.. curves.Where(curve => curve.IsDirect)];
        MeasuredCurve[] others = [.. curves.Where(curve => !curve.IsDirect)];
        return direct.Length == 0 || others.Length == 0
            ? null
            : Comparison(task, Best(Preferred(others, curve => curve.Curve.Mode == "buffered")), Best(direct));
    }

    // At the plateaus when both have one; else at the largest size that both have; else nothing compares.
    private static CacheComparison? Comparison(string task, MeasuredCurve cached, MeasuredCurve direct)
    {
        if (cached.HasPlateau && direct.HasPlateau)
        {
            return Comparison(
                (task, $"{task} with {Named(cached)} has its plateau at", "costs at least"),
                (cached.Level, LevelText(cached), FloorOf(cached)),
                (direct.Level, LevelText(direct), FloorOf(direct)), (cached, direct));
        }

        SweepPoint? here = cached.Points.LastOrDefault(point => direct.At(point.RequestSizeBytes) is not null);
        if (here is null)
        {
            return null;
        }

        SweepPoint there = direct.At(here.RequestSizeBytes)!;
        return Comparison(
            (task, $"{task} {AmountText.Size(here.RequestSizeBytes)} at a time with {Named(cached)} reaches", "costs"),
            (RateOf(here), RateText(here), CostOf(here)), (RateOf(there), RateText(there), CostOf(there)), (cached, direct));
    }

    private static CacheComparison Comparison(
        (string Task, string Reach, string Cost) words,
        (double Rate, string Text, ByteCost? Cost) here,
        (double Rate, string Text, ByteCost? Cost) there,
        (MeasuredCurve Cached, MeasuredCurve Direct) curves)
    {
        double tolerance = Math.Max(curves.Cached.Tolerance, curves.Direct.Tolerance);
        double ratio = here.Rate / there.Rate;
        string outcome = Math.Abs(ratio - 1) <= tolerance ? "as fast as" : ratio < 1 ? "slower than" : "faster than";
        string rates = $"{words.Reach} {here.Text}, {Ratio(ratio, tolerance)} "
            + $"the {there.Text} of {Named(curves.Direct)}";
        string costs = here.Cost is { } cost && there.Cost is { } other
            ? $", and {words.Cost} {cost} of processor time a byte, "
                + $"{Ratio(cost.Ns / other.Ns, CurveAnalysis.FloorTolerance)} the {other} there"
            : string.Empty;
        return new CacheComparison(words.Task, outcome, rates + costs);
    }

    private static ByteCost? FloorOf(MeasuredCurve curve) => ByteCost.Of(curve.Curve.CpuFloorNsPerByte, curve.Curve.CpuFloorCyclesPerByte);

    private static string Named(MeasuredCurve curve) => curve.Method + curve.Origin;

    private static string Ratio(double ratio, double tolerance) => ratio switch
    {
        _ when Math.Abs(ratio - 1) <= tolerance => "about the same as",
        < 1 => $"{AmountText.Percent(ratio * 100)} of",
        _ => $"{AmountText.Times(ratio)} times",
    };

    private static string Capital(string text) => char.ToUpperInvariant(text[0]) + text[1..];

    /// <summary>What the page cache does to one operation.</summary>
    /// <param name="Task">For example <c>reading</c>.</param>
    /// <param name="Outcome">How fast it is, up to the word direct: <c>slower than</c>.</param>
    /// <param name="Evidence">The numbers, without capital and full stop.</param>
    private sealed record CacheComparison(string Task, string Outcome, string Evidence);
}
