using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Sweeping;

/// <summary>What the page cache costs or gains.</summary>
public static partial class SweepAdvice
{
    private static string? Buffering(MeasuredCurve[] measured)
    {
        string?[] clauses =
        [
            Buffering("reading", Of("read", measured)),
            Buffering("writing in place", Of("write", measured)),
            Buffering("extending", Of("extend", measured)),
        ];
        return Sentence([.. clauses.OfType<string>()]);
    }

    private static string? Buffering(string task, MeasuredCurve[] curves)
    {
        MeasuredCurve[] direct = [.. curves.Where(curve => curve.IsDirect)];
        MeasuredCurve[] others = [.. curves.Where(curve => !curve.IsDirect)];
        return direct.Length == 0 || others.Length == 0
            ? null
            : Comparison(task, Best(Preferred(others, curve => curve.Curve.Mode == "buffered")), Best(direct));
    }

    // At the plateaus when both have one; else at the largest size that both have; else nothing compares.
    private static string? Comparison(string task, MeasuredCurve cached, MeasuredCurve direct)
    {
        if (cached.HasPlateau && direct.HasPlateau)
        {
            return Comparison(
                ($"{task} with {Named(cached)} has its plateau at", "costs at least"),
                (cached.Level, LevelText(cached), cached.Curve.CpuFloorNsPerByte),
                (direct.Level, LevelText(direct), direct.Curve.CpuFloorNsPerByte), (cached, direct));
        }

        SweepPoint? here = cached.Points.LastOrDefault(point => direct.At(point.RequestSizeBytes) is not null);
        if (here is null)
        {
            return null;
        }

        SweepPoint there = direct.At(here.RequestSizeBytes)!;
        return Comparison(
            ($"{task} {AmountText.Size(here.RequestSizeBytes)} at a time with {Named(cached)} reaches", "costs"),
            (RateOf(here), RateText(here), CostOf(here)), (RateOf(there), RateText(there), CostOf(there)), (cached, direct));
    }

    private static string Comparison(
        (string Reach, string Cost) words,
        (double Rate, string Text, double? Cost) here,
        (double Rate, string Text, double? Cost) there,
        (MeasuredCurve Cached, MeasuredCurve Direct) curves)
    {
        double tolerance = Math.Max(curves.Cached.Tolerance, curves.Direct.Tolerance);
        string rates = $"{words.Reach} {here.Text}, {Ratio(here.Rate / there.Rate, tolerance)} "
            + $"the {there.Text} of {Named(curves.Direct)}";
        return here.Cost is { } cost && there.Cost is { } other
            ? $"{rates}, and {words.Cost} {AmountText.Cost(cost)} of processor time a byte, "
                + $"{Ratio(cost / other, CurveAnalysis.FloorTolerance)} the {AmountText.Cost(other)} there"
            : rates;
    }

    private static string Named(MeasuredCurve curve) => curve.Way + curve.Origin;

    private static string Ratio(double ratio, double tolerance) => ratio switch
    {
        _ when Math.Abs(ratio - 1) <= tolerance => "about the same as",
        < 1 => $"{AmountText.Percent(ratio * 100)} of",
        _ => $"{AmountText.Times(ratio)} times",
    };

    private static string? Sentence(string[] clauses)
    {
        string text = string.Join("; ", clauses);
        return text.Length == 0 ? null : char.ToUpperInvariant(text[0]) + text[1..];
    }
}
