using Landspeed.Experiments.Statistics;
using Landspeed.Files.Filling;

namespace Landspeed.Experiments.Load;

/// <summary>
/// Which requests are of which kind, such as reads and writes, or sizes: at random, but of each 100 in a row exactly as
/// many as asked for.
/// </summary>
/// <remarks>For use by one thread; no allocation.</remarks>
internal sealed class ShareSequence
{
    private const int Round = 100;

    private readonly int[] _shares;
    private readonly int[] _left;
    private readonly ulong _seed;
    private XorShift _random;
    private int _all;

    /// <summary>Starts a sequence.</summary>
    /// <param name="shares">Of 100 requests those of each kind; together 100.</param>
    /// <param name="seed">The same seed gives the same sequence.</param>
    /// <param name="round">Hundreds of requests to pass over.</param>
    internal ShareSequence(IReadOnlyList<int> shares, ulong seed, long round = 0)
    {
        foreach (int share in shares)
        {
            ArgumentOutOfRangeException.ThrowIfNegative(share);
        }

        ArgumentOutOfRangeException.ThrowIfNotEqual(shares.Sum(), Round);
        (_shares, _left, _seed, NextRound) = ([.. shares], new int[shares.Count], seed, round);
    }

    /// <summary>Hundreds of requests that were begun.</summary>
    internal long NextRound { get; private set; }

    /// <summary>Begins the next hundred, even if the last one was not finished.</summary>
    internal void BeginRound() => _all = 0;

    /// <summary>Returns the kind of the next request, from 0. Takes a few nanoseconds.</summary>
    internal int Next()
    {
        if (_all == 0)
        {
            _shares.CopyTo(_left, 0);
            _all = Round;
            _random = new XorShift(SplitMix.At(_seed, NextRound++));
        }

        long drawn = _random.Below(_all);
        int kind = 0;
        while (drawn >= _left[kind])
        {
            drawn -= _left[kind++];
        }

        _left[kind]--;
        _all--;
        return kind;
    }
}
