using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>Half of the ordinals below a bound, each once, in pseudo-random order, without a table.</summary>
/// <remarks>A few nanoseconds per value.</remarks>
internal struct RandomOrder
{
    private readonly Permutation _permutation;
    private ulong _counter;

    /// <summary>Starts the sequence.</summary>
    /// <param name="bound">1 or more.</param>
    /// <param name="seed">The same seed gives the same order.</param>
    internal RandomOrder(long bound, ulong seed) => _permutation = new Permutation(bound, seed);

    /// <summary>Returns how many there are: half of the bound, and at least one.</summary>
    internal static long CountOf(long bound) => Math.Max(1, bound / 2);

    /// <summary>Returns the next ordinal.</summary>
    internal long Next() => _permutation.Next(ref _counter);
}
