namespace Landspeed.Experiments.Orders;

/// <summary>
/// Requests in order at equal distances, like the rows of one column of a table: when the end is reached, the next pass
/// begins one request later, until every place was used once.
/// </summary>
/// <param name="count">Requests in the part, 1 or more.</param>
/// <param name="step">Requests from the start of one to the start of the next, 1 or more.</param>
/// <remarks>For use by one thread; no allocation. All requests have one size.</remarks>
internal sealed class StrideSequence(long count, long step) : IOffsetSequence
{
    private readonly long _passes = Math.Min(step, count);
    private long _next;
    private long _pass;

    /// <inheritdoc/>
    public long Next(long length)
    {
        long place = _next;
        if (step < count - place)
        {
            _next = place + step;
        }
        else
        {
            _pass = _pass + 1 == _passes ? 0 : _pass + 1;
            _next = _pass;
        }

        return place;
    }
}
