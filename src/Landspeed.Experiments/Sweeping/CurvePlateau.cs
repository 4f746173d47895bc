using Landspeed.Experiments.Results;
using Landspeed.Experiments.Statistics;
using static System.FormattableString;

namespace Landspeed.Experiments.Sweeping;

/// <summary>Where a curve stops growing, or why nobody can say.</summary>
internal sealed class CurvePlateau
{
    private readonly SweepCellRecord[] _points;
    private readonly IntervalRecord[] _rates;
    private readonly double? _noisePct;
    private readonly double _tolerance;

    private CurvePlateau(SweepCellRecord[] points, double? noisePct)
    {
        _points = points;
        _rates = [.. points.Select(point => point.ThroughputBytesPerS!)];
        _noisePct = noisePct;
        _tolerance = CurveAnalysis.Tolerance(noisePct);
        Peak = Array.IndexOf(_rates, _rates.MaxBy(rate => rate.Median));
    }

    /// <summary>Position of the highest median; of equal ones the first.</summary>
    internal int Peak { get; }

    /// <summary>Median of the medians on the plateau, bytes/s; null: there is none.</summary>
    internal double? Level { get; private set; }

    /// <summary>Position from which on every point up to the plateau's end reaches the level; null: no plateau.</summary>
    internal int? Knee { get; private set; }

    /// <summary>Why there is no plateau; null when there is one.</summary>
    internal string? NotReached { get; private set; }

    /// <summary>Looks for the plateau: the longest row of neighbours around the peak that all reach it.</summary>
    /// <param name="points">One or more, each with a throughput above zero, from the smallest request size up.</param>
    /// <param name="noisePct">Noise of the curve, in either direction; null: unknown.</param>
    internal static CurvePlateau Find(SweepCellRecord[] points, double? noisePct)
    {
        CurvePlateau plateau = new(points, noisePct);
        plateau.Find();
        return plateau;
    }

    private void Find()
    {
        double peak = _rates[Peak].Median;
        int first = FirstOfRow(Peak, peak);
        int last = Peak;
        while (last + 1 < _rates.Length && Reaches(last + 1, peak))
        {
            last++;
        }

        NotReached = WhyNone(first, last);
        if (NotReached is null)
        {
            Level = Median.Of([.. _rates[first..(last + 1)].Select(rate => rate.Median)]);
            Knee = FirstOfRow(last, Level.Value);
        }
    }

    private string? WhyNone(int first, int last)
    {
        if (_points.Length == 1)
        {
            return $"one size, {Size(0)}, makes no curve; measure more sizes";
        }

        if (_noisePct > CurveAnalysis.TooNoisyPct)
        {
            return Invariant($"a typical median is known to ±{_noisePct:F0} % only, and above ±")
                + Invariant($"{CurveAnalysis.TooNoisyPct} % no plateau can be told; measure longer, or repeat more");
        }

        return GrowsAtItsEnd(first == last) ? Growing() : first == last ? StandsAlone() : null;
    }

    /// <summary>
    /// The last size is faster than every other by more than what counts as reached, and beyond the interval of the one
    /// before it: the tolerance alone would take a slow steady growth for a plateau.
    /// </summary>
    private bool GrowsAtItsEnd(bool peakIsAlone)
    {
        int end = _rates.Length - 1;
        if (Peak != end)
        {
            return false;
        }

        double before = _rates[..end].Max(rate => rate.Median);
        bool toldApart = _rates[end].Low > _rates[end - 1].High && before < _rates[end].Median * CurveAnalysis.ReachingShare;
        return Reaches(end - 1, before) && (peakIsAlone || toldApart);
    }

    private string Growing()
    {
        int end = _rates.Length - 1;
        double growth = ((_rates[end].Median / _rates[end - 1].Median) - 1) * 100;
        return $"the rate still grows by {AmountText.Percent(growth)} from {Size(end - 1)} to {Size(end)}; "
            + "measure larger requests";
    }

    private string StandsAlone()
    {
        int[] around = [.. new[] { Peak - 1, Peak + 1 }.Where(index => index >= 0 && index < _rates.Length)];
        string neighbours = AmountText.List([.. around.Select(index => $"{Rate(index)} at {Size(index)}")]);
        string noise = _noisePct is { } pct ? $"; a typical median is known to ±{AmountText.Percent(pct)}" : string.Empty;
        return $"the highest rate, {Rate(Peak)} at {Size(Peak)}, is not held next to it: {neighbours}{noise}";
    }

    private int FirstOfRow(int last, double level)
    {
        int first = last;
        while (first > 0 && Reaches(first - 1, level))
        {
            first--;
        }

        return first;
    }

    private bool Reaches(int index, double level) => CurveAnalysis.Reaches(_rates[index].Median, level, _tolerance);

    private string Size(int index) => AmountText.Size(_points[index].RequestSizeBytes);

    private string Rate(int index) => AmountText.Rate(_rates[index].Median);
}
