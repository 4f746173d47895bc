using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Orders;

/// <summary>Draws ranks by Zipf's law: rank k, from 1, with a probability in proportion to 1 / k^exponent.</summary>
/// <remarks>
/// By rejection-inversion: the area below the curve x^-exponent is inverted, and what falls beside the steps of the
/// ranks is drawn again, less than once in three. No table, whatever the number of ranks; some 50 ns per rank. Source:
/// Hörmann and Derflinger, "Rejection-inversion to generate variates from monotone discrete distributions", 1996.
/// </remarks>
internal sealed class ZipfRanks
{
    // Below it the first terms of the series are exact to 16 digits, and the closed form is not.
    private const double Small = 1e-4;

    private readonly long _count;
    private readonly double _exponent;
    private readonly double _first;
    private readonly double _last;
    private readonly double _sure;

    /// <summary>Prepares the draws.</summary>
    /// <param name="count">Ranks, 1 or more.</param>
    /// <param name="exponent">Above 0.</param>
    internal ZipfRanks(long count, double exponent)
    {
        (_count, _exponent) = (count, exponent);
        _first = Area(1.5) - 1;
        _last = Area(count + 0.5);
        _sure = 2 - Inverse(Area(2.5) - Height(2));
    }

    /// <summary>Draws a rank, from 0.</summary>
    internal long Next(ref XorShift random)
    {
        while (true)
        {
            double area = _last + (random.NextShare() * (_first - _last));
            double x = Inverse(area);
            long rank = (long)Math.Clamp(x + 0.5, 1, _count); // of steep laws the last x is infinite
            if (rank - x <= _sure || area >= Area(rank + 0.5) - Height(rank))
            {
                return rank - 1;
            }
        }
    }

    private double Height(double x) => Math.Exp(-_exponent * Math.Log(x));

    // The integral of x^-exponent, up to a constant: (x^(1 - exponent) - 1) / (1 - exponent), or log x.
    private double Area(double x)
    {
        double log = Math.Log(x);
        double power = (1 - _exponent) * log;
        return log * (Math.Abs(power) > Small
            ? (Math.Exp(power) - 1) / power
            : 1 + (power / 2 * (1 + (power / 3 * (1 + (power / 4))))));
    }

    private double Inverse(double area)
    {
        double part = Math.Max(-1, area * (1 - _exponent));
        return Math.Exp(area * (Math.Abs(part) > Small
            ? Math.Log(1 + part) / part
            : 1 - (part * (0.5 - (part * ((1 / 3.0) - (part / 4)))))));
    }
}
