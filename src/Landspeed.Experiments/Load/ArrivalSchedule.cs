using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Load;

/// <summary>The moments at which requests are due, one after the other, in nanoseconds from the start.</summary>
/// <remarks>
/// A moment never depends on when an earlier request started or ended. Gaps are fractions of nanoseconds, and their
/// fractions are added up, so that no rate is rounded. For use by one thread; takes a few nanoseconds, no allocation.
/// </remarks>
internal sealed class ArrivalSchedule
{
    // This many are counted one by one; for more their mean number is as good.
    private const long MostCounted = 10_000_000;
    private const double NsPerS = 1e9;

    private readonly double _gapNs;
    private readonly ArrivalPattern _pattern;
    private readonly ulong _seed;
    private readonly double _firstNs;
    private XorShift _random;
    private long _whole;
    private double _fraction;

    /// <summary>Initialises the schedule of one worker.</summary>
    /// <param name="perS">Requests per second of this worker, above 0.</param>
    /// <param name="pattern">How they are distributed.</param>
    /// <param name="seed">The same seed gives the same moments.</param>
    /// <param name="phase">
    /// Share of a gap before the first one, 0 to 1, so that workers take turns; only for equal distances.
    /// </param>
    internal ArrivalSchedule(double perS, ArrivalPattern pattern, ulong seed, double phase = 0)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(perS);
        _gapNs = NsPerS / perS;
        (_pattern, _seed, _firstNs) = (pattern, seed, phase * _gapNs);
        Restart();
    }

    /// <summary>When the next request is due, nanoseconds from the start.</summary>
    internal long DueNs => _whole + (_fraction >= 0.5 ? 1 : 0);

    /// <summary>Begins again, with the same moments.</summary>
    internal void Restart()
    {
        _random = new XorShift(_seed);
        (_whole, _fraction) = (0, 0);
        Advance(_pattern == ArrivalPattern.Even ? _firstNs : Gap());
    }

    /// <summary>Goes on to the next request.</summary>
    internal void Advance() => Advance(Gap());

    /// <summary>Passes over all requests that are due before a moment.</summary>
    /// <param name="untilNs">The moment.</param>
    /// <returns>Their number; beyond ten million their mean number.</returns>
    internal long PassOver(long untilNs)
    {
        long passed = 0;
        for (; DueNs < untilNs; passed++)
        {
            if (passed == MostCounted)
            {
                long mean = (long)Math.Ceiling((untilNs - DueNs) / _gapNs);
                (_whole, _fraction) = (untilNs, 0);
                return passed + mean;
            }

            Advance();
        }

        return passed;
    }

    private double Gap() => _pattern == ArrivalPattern.Even ? _gapNs : _random.NextExponential() * _gapNs;

    private void Advance(double gapNs)
    {
        _fraction += gapNs;
        long whole = (long)_fraction;
        _fraction -= whole;
        _whole += whole;
    }
}
