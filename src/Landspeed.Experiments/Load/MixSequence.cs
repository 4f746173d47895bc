using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Load;

/// <summary>
/// Which requests of a mix read and which write: at random, but of each 100 in a row exactly as many as asked for.
/// </summary>
/// <remarks>For use by one thread; no allocation.</remarks>
internal sealed class MixSequence
{
    private const int Round = 100;

    private readonly int _readPct;
    private XorShift _random;
    private int _left;
    private int _reads;

    /// <summary>Starts a sequence.</summary>
    /// <param name="readPct">Reads of 100 requests, 0 to 100.</param>
    /// <param name="seed">The same seed gives the same sequence.</param>
    internal MixSequence(int readPct, ulong seed)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(readPct);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(readPct, Round);
        (_readPct, _random) = (readPct, new XorShift(seed));
    }

    /// <summary>Tells whether the next request writes. Takes a few nanoseconds.</summary>
    internal bool NextWrites()
    {
        if (_left == 0)
        {
            (_left, _reads) = (Round, _readPct);
        }

        bool reads = _random.Below(_left) < _reads;
        _left--;
        _reads -= reads ? 1 : 0;
        return !reads;
    }
}
