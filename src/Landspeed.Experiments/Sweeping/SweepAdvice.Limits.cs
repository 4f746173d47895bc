using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Statistics;
using static System.FormattableString;

namespace Landspeed.Experiments.Sweeping;

/// <summary>What limits the rest of the advice: where bytes came from, and noise.</summary>
public static partial class SweepAdvice
{
    /// <summary>Cells or curves that a sentence names one by one; more are counted.</summary>
    private const int MostNames = 4;

    private static string? NotFromDevice(MeasuredCurve[] measured)
    {
        SweepPoint[] cells = PointsOf(measured);
        SweepPoint[] others = [.. cells.Where(cell => cell.Verdict != Verdict.Device)];
        if (others.Length == 0)
        {
            return null;
        }

        string which = others.Length <= MostNames
            ? AmountText.List([.. others.Select(cell => $"{cell.Name} ({VerdictText.Of(cell.Verdict)})")])
            : $"{Verdicts(others)}, {Range(others)}";
        string told = $"{Share(others.Length, cells.Length)} cannot be called the device's: {which}";
        string[] curves = [.. measured.Where(curve => !curve.IsOfDevice).Select(curve => curve.Curve.Name)];
        return curves.Length == 0
            ? told
            : $"{told}; on such cells rests what is said of {Names(curves, "curve")}";
    }

    private static string Verdicts(SweepPoint[] cells) => AmountText.List(
    [
        .. cells.GroupBy(cell => VerdictText.Of(cell.Verdict), StringComparer.Ordinal)
            .OrderByDescending(group => group.Count())
            .Select(group => $"{AmountText.Count(group.Count())} {group.Key}"),
    ]);

    private static string Range(SweepPoint[] cells)
    {
        long smallest = cells.Min(cell => cell.RequestSizeBytes);
        long largest = cells.Max(cell => cell.RequestSizeBytes);
        return $"with requests of {AmountText.Size(smallest)} to {AmountText.Size(largest)}, "
            + $"from {AmountText.Rate(cells.Min(RateOf))} to {AmountText.Rate(cells.Max(RateOf))}";
    }

    private static string Noise(MeasuredCurve[] measured)
    {
        SweepPoint[] cells = PointsOf(measured);
        MeasuredCurve[] told =
        [
            .. measured.Where(curve => curve.Curve.NoisePct is not null).OrderBy(curve => curve.Curve.NoisePct),
        ];
        return told.Length == 0
            ? $"{AmountText.Count(cells.Length, "cell")} with one run each: how far runs differ is unknown, so repeat "
                + "before a difference is believed"
            : $"The median of a typical cell is known to {Limits(told)}{Confidence(cells)}{Untold(measured, told)}; "
                + $"smaller differences mean nothing{Spread(cells)}";
    }

    private static string Limits(MeasuredCurve[] curves) => curves is [var only]
        ? Limit(only)
        : $"between {Limit(curves[0])} and {Limit(curves[^1])}";

    private static string Limit(MeasuredCurve curve) =>
        $"±{AmountText.Percent(curve.Curve.NoisePct!.Value)} ({curve.Curve.Name})";

    // The weakest of all: three runs make an interval that holds the true median three times in four only.
    private static string Confidence(SweepPoint[] cells) =>
        cells.Min(cell => cell.Throughput!.ConfidencePct) is { } least
            ? Invariant($", with a confidence of {Math.Floor(least * 100) / 100:0.##} %")
            : string.Empty;

    private static string Untold(MeasuredCurve[] measured, MeasuredCurve[] told) => measured.Length == told.Length
        ? string.Empty
        : $", that of {AmountText.Count(measured.Length - told.Length, "curve")} not at all";

    private static string Spread(SweepPoint[] cells)
    {
        string[] noisy =
        [
            .. cells.Where(cell => cell.Throughput!.SpreadPct > Thresholds.NoisySpreadPct)
                .Select(cell => cell.Name),
        ];
        string which = noisy.Length <= MostNames ? AmountText.List(noisy) : Share(noisy.Length, cells.Length);
        return noisy.Length == 0
            ? string.Empty
            : Invariant($", and the runs of {which} differ by more than {Thresholds.NoisySpreadPct} %");
    }

    private static string Share(int part, int whole) => $"{AmountText.Count(part)} of {AmountText.Count(whole, "cell")}";

    private static string Names(string[] names, string word) =>
        names.Length <= MostNames ? AmountText.List(names) : AmountText.Count(names.Length, word);

    private static SweepPoint[] PointsOf(MeasuredCurve[] curves) => [.. curves.SelectMany(curve => curve.Points)];
}
