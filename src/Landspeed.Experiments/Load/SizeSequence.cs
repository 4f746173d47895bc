namespace Landspeed.Experiments.Load;

/// <summary>The sizes of the requests of one worker, one after the other.</summary>
/// <param name="sizes">The sizes and their shares.</param>
/// <param name="seed">The same seed gives the same sequence.</param>
/// <remarks>For use by one thread; no allocation.</remarks>
internal sealed class SizeSequence(SizeShares sizes, ulong seed)
{
    private readonly int[] _shares = [.. sizes.All.Select(one => one.Pct)];
    private readonly long[] _lengths = [.. sizes.All.Select(one => one.Bytes / sizes.Grain)];
    private readonly ShareSequence _kinds = new([.. sizes.All.Select(one => one.Pct)], seed);

    /// <summary>Returns the grains of the next request. Takes a few nanoseconds.</summary>
    internal long Next() => _lengths[_kinds.Next()];

    /// <summary>Begins the next hundred, and returns how many requests from there move no more than a limit.</summary>
    /// <param name="limit">Bytes.</param>
    internal long BeginWithin(long limit)
    {
        _kinds.BeginRound();
        long hundred = _lengths.Zip(_shares, (length, share) => length * share).Sum();
        (long whole, long rest) = Math.DivRem(limit / sizes.Grain, hundred);
        var last = new ShareSequence(_shares, seed, _kinds.NextRound + whole);
        long requests = 100 * whole;
        while (rest >= 0)
        {
            rest -= _lengths[last.Next()];
            requests += rest >= 0 ? 1 : 0;
        }

        return requests;
    }
}
