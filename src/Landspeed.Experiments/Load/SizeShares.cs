using Landspeed.Engine;
using Landspeed.Quantities;
using static System.FormattableString;

namespace Landspeed.Experiments.Load;

/// <summary>The sizes of requests that do not all have the same one. Immutable.</summary>
public sealed record SizeShares
{
    /// <summary>The most sizes.</summary>
    public const int Most = 16;

    private const int Whole = 100;

    private SizeShares(IReadOnlyList<SizeShare> all) => All = all;

    /// <summary>The sizes, 2 to 16, from the smallest to the largest; their shares add up to 100.</summary>
    public IReadOnlyList<SizeShare> All { get; }

    /// <summary>The largest, bytes.</summary>
    public long Largest => All[^1].Bytes;

    /// <summary>The mean of the requests, bytes.</summary>
    public double Mean => All.Sum(one => one.Bytes * (double)one.Pct) / Whole;

    /// <summary>
    /// The largest number of bytes of which each size is a multiple: requests begin at multiples of it.
    /// </summary>
    public long Grain => All.Select(one => one.Bytes).Aggregate(Divisor);

    /// <summary>Returns sizes with their shares.</summary>
    /// <param name="sizes">In any order.</param>
    /// <returns>Null if they are not 2 to 16, if one is twice there, is out of range or has no share, or if the shares
    /// do not add up to 100.</returns>
    public static SizeShares? Of(IEnumerable<SizeShare> sizes)
    {
        SizeShare[] all = [.. sizes.OrderBy(one => one.Bytes)];
        bool isSound = all.Length is >= 2 and <= Most
            && all.All(one => one is { Bytes: > 0 and <= EngineLimits.MaximumTransfer, Pct: > 0 and < Whole })
            && all.DistinctBy(one => one.Bytes).Count() == all.Length
            && all.Sum(one => one.Pct) == Whole;
        return isSound ? new SizeShares(all) : null;
    }

    /// <inheritdoc/>
    public bool Equals(SizeShares? other) => other is not null && All.SequenceEqual(other.All);

    /// <inheritdoc/>
    public override int GetHashCode() => All.Aggregate(0, (hash, one) => HashCode.Combine(hash, one));

    /// <summary>Returns it as on the command line and in results: <c>4KiB:60,64KiB:40</c>.</summary>
    public override string ToString() =>
        string.Join(',', All.Select(one => Invariant($"{new ByteCount(one.Bytes).ToWord()}:{one.Pct}")));

    private static long Divisor(long a, long b) => b == 0 ? a : Divisor(b, a % b);
}

/// <summary>A size of requests.</summary>
/// <param name="Bytes">Bytes of each, 1 to 2,147,479,552.</param>
/// <param name="Pct">Of 100 requests, those that have it, 1 to 99.</param>
public readonly record struct SizeShare(long Bytes, int Pct);
