using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Judging;

/// <summary>Which share of another rate a rate is, and between which shares the runs allow it to be; a pure function.</summary>
/// <remarks>
/// The two are measured apart, so the uncertainties of their medians add as the sides of a right angle do: that both err to their ends, in opposite
/// directions, is far less likely than that one does.
/// </remarks>
internal sealed record RateShare
{
    /// <summary>How far below a rate still counts as that rate, 10 %.</summary>
    internal const double WithinPct = 10;

    // 90 % of the other.
    private const double Limit = 1 - (WithinPct / 100);

    private RateShare(double share, double low, double high, int runs) => (Share, Low, High, Runs) = (share, low, high, runs);

    /// <summary>The rate / the other, by the medians.</summary>
    internal double Share { get; }

    /// <summary>The least that the runs allow.</summary>
    internal double Low { get; }

    /// <summary>The most that the runs allow.</summary>
    internal double High { get; }

    /// <summary>Whether it is at most 10 % less, beyond the spread of the runs.</summary>
    internal bool IsWithin => Low >= Limit;

    /// <summary>Whether it is more than 10 % less, beyond the spread of the runs.</summary>
    internal bool IsBelow => High < Limit;

    /// <summary>Runs that there are, of the rate with fewer.</summary>
    internal int Runs { get; }

    /// <summary>How many runs would decide, in words; for a share that is neither within nor below.</summary>
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

    /// <summary>Compares.</summary>
    /// <param name="rate">Above 0.</param>
    /// <param name="whole">The rate that it is a share of, above 0.</param>
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

    // How far the true median may lie below and above that of the runs, as shares of it.
    private static (double Below, double Above) Sides(IntervalRecord rate)
    {
        (double low, double high) = rate.SureRange();
        return ((rate.Median - low) / rate.Median, (high - rate.Median) / rate.Median);
    }

    private static double Hypotenuse(double one, double other) => Math.Sqrt((one * one) + (other * other));
}
