using Landspeed.Results;

namespace Landspeed.Experiments.Judging;

/// <summary>A rate as a share of another, with the range that the runs allow; a pure function.</summary>
/// <remarks>
/// The two are measured separately, so the uncertainties of their medians add in quadrature: it is far less likely that
/// both are at opposite ends than that one is.
/// </remarks>
internal sealed record RateShare
{
    /// <summary>Maximum difference below a rate that still counts as that rate, 10 %.</summary>
    internal const double WithinPct = 10;

    // 90 % of the other rate.
    private const double Limit = 1 - (WithinPct / 100);

    private RateShare(double share, double low, double high, int runs) => (Share, Low, High, Runs) = (share, low, high, runs);

    /// <summary>The rate / the other, by the medians.</summary>
    internal double Share { get; }

    /// <summary>The lowest share that the runs allow.</summary>
    internal double Low { get; }

    /// <summary>The highest share that the runs allow.</summary>
    internal double High { get; }

    /// <summary>Whether it is at most 10 % less, beyond the spread of the runs.</summary>
    internal bool IsWithin => Low >= Limit;

    /// <summary>Whether it is more than 10 % less, beyond the spread of the runs.</summary>
    internal bool IsBelow => High < Limit;

    /// <summary>Existing runs, of the rate with fewer.</summary>
    internal int Runs { get; }

    /// <summary>States how many runs would decide, for a share that is neither within nor below.</summary>
    internal string Inconclusive
    {
        get
        {
            double half = Share < Limit ? High - Share : Share - Low;
            double needed = Runs * Math.Pow(half / Math.Abs(Share - Limit), 2);
            return Difference.InconclusiveAfter(
                Runs,
                Runs < Difference.EnoughRuns ? Difference.EnoughRuns
                    : needed <= Difference.MostRuns ? Math.Max(Runs + 1, (int)Math.Ceiling(needed)) : null);
        }
    }

    /// <summary>Compares two rates.</summary>
    /// <param name="rate">Above 0.</param>
    /// <param name="whole">The rate of which it is a share, above 0.</param>
    internal static RateShare Of(IntervalRecord rate, IntervalRecord whole)
    {
        double share = rate.Median / whole.Median;
        int runs = Math.Min(rate.Runs, whole.Runs);
        if (Difference.IsManyTimes(whole, rate))
        {
            return new RateShare(share, share, share, runs);
        }

        (double low, double high) = Sides(rate);
        (double wholeLow, double wholeHigh) = Sides(whole);
        return new RateShare(share, Math.Max(0, share * (1 - Hypotenuse(low, wholeHigh))), share * (1 + Hypotenuse(high, wholeLow)), runs);
    }

    // How far the true median may be below and above that of the runs, as shares of it.
    private static (double Below, double Above) Sides(IntervalRecord rate)
    {
        (double low, double high) = rate.SureRange();
        return ((rate.Median - low) / rate.Median, (high - rate.Median) / rate.Median);
    }

    private static double Hypotenuse(double one, double other) => Math.Sqrt((one * one) + (other * other));
}
