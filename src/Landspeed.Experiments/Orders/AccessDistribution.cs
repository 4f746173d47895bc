using static System.FormattableString;

namespace Landspeed.Experiments.Orders;

/// <summary>
/// How often each place of a file is used by requests at random, where not all are used alike. Immutable.
/// </summary>
/// <remarks>Which places are used most is the same for reads and writes, and depends on the seed of the case.</remarks>
public sealed record AccessDistribution
{
    /// <summary>The smallest exponent.</summary>
    public const double LeastExponent = 0.1;

    /// <summary>The largest exponent: with it 96 % of the requests go to one place.</summary>
    public const double MostExponent = 5;

    private AccessDistribution()
    {
    }

    /// <summary>The exponent of Zipf's law, or null for hot places.</summary>
    public double? Exponent { get; private init; }

    /// <summary>The hot places, in percent of all, 1 to 99; 0 for Zipf's law.</summary>
    public int PlacesPct { get; private init; }

    /// <summary>The requests that go to them, in percent of all, 1 to 99; 0 for Zipf's law.</summary>
    public int RequestsPct { get; private init; }

    /// <summary>
    /// Returns Zipf's law: the k-th of the places, by use, is used 1 / k^exponent as often as the first.
    /// </summary>
    /// <param name="exponent">0.1 to 5.</param>
    /// <exception cref="ArgumentOutOfRangeException">The exponent is out of range.</exception>
    public static AccessDistribution Zipf(double exponent)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(exponent, LeastExponent);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(exponent, MostExponent);
        return new AccessDistribution { Exponent = exponent };
    }

    /// <summary>Returns hot places: some are used alike and more than the others, which are used alike, too.</summary>
    /// <param name="placesPct">The hot places, in percent of all, 1 to 99.</param>
    /// <param name="requestsPct">The requests that go to them, in percent of all, 1 to 99.</param>
    /// <exception cref="ArgumentOutOfRangeException">A share is out of range.</exception>
    public static AccessDistribution Hot(int placesPct, int requestsPct)
    {
        foreach (int share in new[] { placesPct, requestsPct })
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(share, 1);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(share, 99);
        }

        return new AccessDistribution { PlacesPct = placesPct, RequestsPct = requestsPct };
    }

    /// <summary>Returns it as on the command line and in results: <c>zipf:1.2</c> or <c>hot:20:80</c>.</summary>
    public override string ToString() =>
        Exponent is { } exponent ? Invariant($"zipf:{exponent}") : Invariant($"hot:{PlacesPct}:{RequestsPct}");
}
