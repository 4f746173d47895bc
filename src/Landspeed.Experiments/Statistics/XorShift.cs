namespace Landspeed.Experiments.Statistics;

/// <summary>A fast generator of pseudo-random numbers, xorshift64*: good enough for offsets and gaps.</summary>
/// <remarks>A mutable value: keep it in a field. A few nanoseconds a number, no allocation.</remarks>
internal struct XorShift
{
    private ulong _state;

    /// <summary>Starts a sequence.</summary>
    /// <param name="seed">The same seed gives the same numbers.</param>
    internal XorShift(ulong seed) => _state = unchecked((seed * 0x9E3779B97F4A7C15) | 1);

    /// <summary>Returns a number of 64 bits.</summary>
    internal ulong Next()
    {
        _state ^= _state >> 12;
        _state ^= _state << 25;
        _state ^= _state >> 27;
        return unchecked(_state * 0x2545F4914F6CDD1D);
    }

    /// <summary>Returns a number from 0 to below a bound.</summary>
    /// <param name="bound">1 or more.</param>
    /// <remarks>
    /// Scaled by multiplication (Lemire 2019) without the rejection step: the bias is below 2^-32 up to 2^32.
    /// </remarks>
    internal long Below(long bound) => (long)Math.BigMul(Next(), (ulong)bound, out _);

    /// <summary>Returns a number from 0 to below 1, in steps of 2^-53.</summary>
    internal double NextShare() => (Next() >> 11) * (1.0 / (1L << 53));

    /// <summary>Returns a number from 0 up, exponentially distributed with the mean 1.</summary>
    internal double NextExponential() => -Math.Log(1 - NextShare());
}
