using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Load;

/// <summary>Requests in order, or at random within a distance from the one before.</summary>
/// <remarks>
/// The distance is the maximum distance of a request from its predecessor, in percent of the part: with 0 the next one
/// follows directly, with 100 it is anywhere, with 10 anywhere within 5 % before and 5 % behind. Past an end the part
/// continues at its other end, like a ring, so that no position is preferred. For use by one thread.
/// </remarks>
public sealed class OffsetSequence : IOffsetSequence
{
    private readonly long _count;
    private readonly long _window;
    private XorShift _random;
    private long _last = -1;

    /// <summary>Starts a sequence.</summary>
    /// <param name="count">Ordinals in the part, 1 or more.</param>
    /// <param name="distancePct">0 to 100.</param>
    /// <param name="seed">The same seed gives the same sequence.</param>
    public OffsetSequence(long count, double distancePct, ulong seed)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(count, 1);
        ArgumentOutOfRangeException.ThrowIfNegative(distancePct);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(distancePct, 100);
        _count = count;
        _window = distancePct == 0 ? 1 : Math.Clamp((long)Math.Ceiling(count * distancePct / 100), 1, count);
        _random = new XorShift(seed);
    }

    /// <summary>Returns the next request's ordinal, 0 to count - 1. Takes a few nanoseconds, no allocation.</summary>
    public long Next() => Next(1);

    /// <summary>Returns where the next request begins if it takes several ordinals.</summary>
    /// <param name="length">Ordinals that it takes, 1 to count. One that would go past the end ends there.</param>
    /// <returns>0 to count - length.</returns>
    public long Next(long length)
    {
        long next = _last + 1;
        if (_window > 1)
        {
            next += _random.Below(_window) - (_window / 2);
        }

        next %= _count;

        // What goes anywhere is drawn among the places where it fits: otherwise many would end with the part.
        long first = length > 1 && _window == _count
            ? _random.Below(_count - length + 1)
            : Math.Min(next < 0 ? next + _count : next, _count - length);
        _last = first + length - 1;
        return first;
    }
}
