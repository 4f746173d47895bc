using Landspeed.Experiments.Judging;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Sweeping;

/// <summary>What limits the rest of the advice: where bytes came from, and noise.</summary>
public static partial class SweepAdvice
{
    /// <summary>Maximum number of cells or curves that a sentence names one by one; more are counted.</summary>
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
            ? AmountText.List([.. others.Select(cell => $"{cell.Name} ({cell.Verdict.ToWord()})")])
            : $"{Verdicts(others)}, {Range(others)}";
        string fact = others.Length == cells.Length ? "No rate is the device's" : "Not every rate is the device's";
        string text = $"{fact}. {Share(others.Length, cells.Length)} {(others.Length == 1 ? "has" : "have")} another verdict: {which}";
        string[] curves = [.. measured.Where(curve => !curve.IsOfDevice).Select(curve => curve.Curve.Name)];
        return curves.Length == 0
            ? text
            : $"{text}; the advice on {Names(curves, "curve")} is based on such cells";
    }

    private static string Verdicts(SweepPoint[] cells) => AmountText.List(
    [
        .. cells.GroupBy(cell => cell.Verdict.ToWord(), StringComparer.Ordinal)
            .OrderByDescending(group => group.Count())
            .Select(group => $"{AmountText.Count(group.Count())} {group.Key}"),
    ]);

    private static string Range(SweepPoint[] cells)
    {
        long smallest = cells.Min(cell => cell.RequestSizeBytes);
        long largest = cells.Max(cell => cell.RequestSizeBytes);
        return $"with requests of {AmountText.Size(smallest)} to {AmountText.Size(largest)}, "
            + $"from {RateText(cells.MinBy(RateOf)!)} to {RateText(cells.MaxBy(RateOf)!)}";
    }

    private static string Noise(MeasuredCurve[] measured)
    {
        SweepPoint[] cells = PointsOf(measured);
        MeasuredCurve[] known =
        [
            .. measured.Where(curve => curve.Curve.NoisePct is not null).OrderBy(curve => curve.Curve.NoisePct),
        ];
        return known.Length == 0
            ? $"Repeat before you believe a difference. How far runs differ is unknown: {AmountText.Count(cells.Length, "cell")} with one run{(cells.Length == 1 ? string.Empty : " each")}"
            : $"Ignore differences within the noise. The median of a typical cell is known to within {Limits(known)}{Confidence(cells)}"
                + $"{Unknown(measured.Length - known.Length)}{Spread(cells)}";
    }

    private static string Limits(MeasuredCurve[] curves) => curves is [var only]
        ? Limit(only)
        : $"{Limit(curves[0])} to {Limit(curves[^1])}";

    private static string Limit(MeasuredCurve curve) =>
        $"±{AmountText.Percent(curve.Curve.NoisePct!.Value)} ({curve.Curve.Name})";

    // The weakest of all: three runs give an interval that contains the true median only three times out of four.
    private static string Confidence(SweepPoint[] cells) =>
        cells.Min(cell => cell.Throughput!.ConfidencePct) is { } least
            ? Invariant($", with a confidence of {Math.Floor(least * 100) / 100:0.##} %")
            : string.Empty;

    private static string Unknown(int curves) =>
        curves == 0 ? string.Empty : $"; that of {AmountText.Count(curves, "curve")} is unknown";

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
            : Invariant($"; the runs of {which} differ by more than {Thresholds.NoisySpreadPct} %");
    }

    private static string Share(int part, int whole) => $"{AmountText.Count(part)} of {AmountText.Count(whole, "cell")}";

    private static string Names(string[] names, string word) =>
        names.Length <= MostNames ? AmountText.List(names) : AmountText.Count(names.Length, word);

    private static SweepPoint[] PointsOf(MeasuredCurve[] curves) => [.. curves.SelectMany(curve => curve.Points)];
}
