using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Orders;

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
    /// <param name="length">
    /// Ordinals that it takes, 1 to count. One in order that would go past the end ends there; of others the ring is
    /// as many ordinals shorter, so that each place where it fits is used alike.
    /// </param>
    /// <returns>0 to count - length.</returns>
    public long Next(long length)
    {
        long places = _count - length + 1;
        long first;
        if (_window == 1)
        {
            first = Math.Min((_last + 1) % _count, places - 1);
        }
        else if (length > 1 && _window == _count)
        {
            first = _random.Below(places);
        }
        else
        {
            long next = (_last + 1 + _random.Below(_window) - (_window / 2)) % places;
            first = next < 0 ? next + places : next;
        }

        _last = first + length - 1;
        return first;
    }
}
