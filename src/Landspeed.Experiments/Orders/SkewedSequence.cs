using Landspeed.Experiments.Statistics;
using Landspeed.Files.Filling;

namespace Landspeed.Experiments.Orders;

/// <summary>Requests at random of which some places get more than others, whatever was requested before.</summary>
/// <remarks>The places that get most are scattered over the part, so that no run of neighbours is read ahead.</remarks>
internal sealed class SkewedSequence : IOffsetSequence
{
    private readonly long _count;
    private readonly long _hot;
    private readonly double _hotShare;
    private readonly ZipfRanks? _zipf;
    private readonly Permutation _places;
    private XorShift _random;

    /// <summary>Starts a sequence.</summary>
    /// <param name="count">Ordinals in the part, 1 or more.</param>
    /// <param name="distribution">How often each is used.</param>
    /// <param name="scatterSeed">The same seed gives the same places the same rank.</param>
    /// <param name="seed">The same seed gives the same sequence.</param>
    internal SkewedSequence(long count, AccessDistribution distribution, ulong scatterSeed, ulong seed)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(count, 1);
        _count = count;
        _hot = Math.Clamp((long)Math.Round(count * (distribution.PlacesPct / 100.0)), 1, count);
        _hotShare = distribution.RequestsPct / 100.0;
        _zipf = distribution.Exponent is { } exponent ? new ZipfRanks(count, exponent) : null;
        _places = new Permutation(count, SplitMix.At(scatterSeed, 0)); // seeds that are neighbours scatter alike
        _random = new XorShift(seed);
    }

    /// <inheritdoc/>
    public long Next(long length)
    {
        // A place behind the last one where it fits counts from the start again.
        long place = _places.PlaceOf(_zipf?.Next(ref _random) ?? HotOrNot());
        return length == 1 ? place : place % (_count - length + 1);
    }

    private long HotOrNot()
    {
        bool isHot = _random.NextShare() < _hotShare || _hot == _count;
        long among = isHot ? _hot : _count - _hot;
        return (isHot ? 0 : _hot) + _random.Below(among);
    }
}
