using Landspeed.Experiments.Statistics;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Sweeping;

/// <summary>Where a curve stops growing, or why that is unknown.</summary>
internal sealed class CurvePlateau
{
    private readonly SweepPoint[] _points;
    private readonly IntervalRecord[] _rates;
    private readonly double? _noisePct;

    private CurvePlateau(SweepPoint[] points, double? noisePct)
    {
        _points = points;
        _rates = [.. points.Select(point => point.Throughput!)];
        _noisePct = noisePct;
        Peak = Array.IndexOf(_rates, _rates.MaxBy(rate => rate.Median));
    }

    /// <summary>Position of the highest median; of equal ones the first.</summary>
    internal int Peak { get; }

    /// <summary>Median of the medians on the plateau, bytes/s, or null if there is none.</summary>
    internal double? Level { get; private set; }

    /// <summary>Position of the plateau's first point, which reaches the level, or null without a plateau.</summary>
    internal int? Knee { get; private set; }

    /// <summary>Why there is no plateau, or null if there is one.</summary>
    internal string? NotReached { get; private set; }

    /// <summary>
    /// Finds the plateau: the row of neighbours around the peak that are not far below it, without those at its ends
    /// that do not reach its level.
    /// </summary>
    /// <param name="points">One or more, each with a throughput above zero, in ascending request size.</param>
    /// <param name="noisePct">Noise of the curve, in either direction, or null if unknown.</param>
    internal static CurvePlateau Find(SweepPoint[] points, double? noisePct)
    {
        CurvePlateau plateau = new(points, noisePct);
        plateau.Find();
        return plateau;
    }

    private void Find()
    {
        (int first, int last) = Trim(RowAround(Peak));
        NotReached = WhyNone(first, last);
        if (NotReached is null)
        {
            Level = LevelOf(first, last);
            Knee = first;
        }
    }

    /// <summary>Returns the neighbours of the peak that are as high as it, apart from dips.</summary>
    private (int First, int Last) RowAround(int peak)
    {
        double least = _rates[peak].Median * CurveAnalysis.LeastOfPeak;
        int first = peak;
        int last = peak;
        while (first > 0 && _rates[first - 1].Median >= least)
        {
            first--;
        }

        while (last + 1 < _rates.Length && _rates[last + 1].Median >= least)
        {
            last++;
        }

        return (first, last);
    }

    // Points that rise to the level or fall from it again do not belong to the plateau. A dip in between does: devices
    // have request sizes that do not suit them, and larger ones bring the level back.
    private (int First, int Last) Trim((int First, int Last) row)
    {
        (int first, int last) = row;
        for (double level = LevelOf(first, last); first < last; level = LevelOf(first, last))
        {
            if (!Reaches(first, level))
            {
                first++;
            }
            else if (!Reaches(last, level))
            {
                last--;
            }
            else
            {
                break;
            }
        }

        return (first, last);
    }

    private double LevelOf(int first, int last) => Median.Of([.. _rates[first..(last + 1)].Select(rate => rate.Median)]);

    private string? WhyNone(int first, int last)
    {
        if (_points.Length == 1)
        {
            return $"one size, {Size(0)}, is not a curve; measure more sizes";
        }

        if (_noisePct > CurveAnalysis.TooNoisyPct)
        {
            return Invariant($"a typical median is only known to ±{_noisePct:F0} %, and above ±")
                + Invariant($"{CurveAnalysis.TooNoisyPct} % no plateau can be found; measure longer, or repeat more");
        }

        return GrowsAtItsEnd(first == last) ? Growing() : first == last ? StandsAlone() : null;
    }

    /// <summary>
    /// Tells whether the last size is faster than every other by more than what counts as reached, and beyond the
    /// interval of the previous one: the tolerance alone would take slow, steady growth for a plateau.
    /// </summary>
    private bool GrowsAtItsEnd(bool peakIsAlone)
    {
        int end = _rates.Length - 1;
        if (Peak != end)
        {
            return false;
        }

        double before = _rates[..end].Max(rate => rate.Median);
        bool isAboveNoise = _rates[end].Low > _rates[end - 1].High && before < _rates[end].Median * CurveAnalysis.ReachingShare;
        return CurveAnalysis.Reaches(_rates[end - 1], before) && (peakIsAlone || isAboveNoise);
    }

    private string Growing()
    {
        int end = _rates.Length - 1;
        double growth = ((_rates[end].Median / _rates[end - 1].Median) - 1) * 100;
        return $"the rate still rises by {AmountText.Percent(growth)} from {Size(end - 1)} to {Size(end)}; "
            + "try larger requests";
    }

    private string StandsAlone()
    {
        int[] around = [.. new[] { Peak - 1, Peak + 1 }.Where(index => index >= 0 && index < _rates.Length)];
        string neighbours = AmountText.List([.. around.Select(index => $"{Rate(index)} at {Size(index)}")]);
        string noise = _noisePct is { } pct ? $"; a typical median is known to ±{AmountText.Percent(pct)}" : string.Empty;
        return $"the highest rate, {Rate(Peak)} at {Size(Peak)}, is not reached next to it: {neighbours}{noise}";
    }

    // And is not far below the peak, however much dips have lowered the level.
    private bool Reaches(int index, double level) => CurveAnalysis.Reaches(_rates[index], level)
        && _rates[index].Median >= _rates[Peak].Median * CurveAnalysis.LeastMedianShare;

    private string Size(int index) => AmountText.Size(_points[index].RequestSizeBytes);

    private string Rate(int index) => AmountText.Rate(_rates[index]);
}
