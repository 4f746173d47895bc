namespace Landspeed.Experiments.Orders;

/// <summary>
/// Where the next request goes: an ordinal within one worker's part of the file, which counts requests, or, if they
/// have several sizes, grains.
/// </summary>
/// <remarks>For use by one thread.</remarks>
internal interface IOffsetSequence
{
    /// <summary>
    /// Returns the ordinal at which the next request begins, 0 to those in the part - its length. No allocation.
    /// </summary>
    /// <param name="length">Ordinals that it takes, 1 to those in the part.</param>
    long Next(long length);
}

/// <summary>The orders in which requests go through a part of a file.</summary>
internal static class OffsetSequences
{
    /// <summary>Starts one. What it returns never changes: journals rely on that (docs/decisions/blocks.md).</summary>
    /// <param name="count">Ordinals in the part, 1 or more.</param>
    /// <param name="distancePct">Maximum distance of a request from the one before, 0 to 100.</param>
    /// <param name="distribution">How often each place is used, or null: all alike.</param>
    /// <param name="scatterSeed">The same seed gives the same places the same rank in a distribution.</param>
    /// <param name="seed">The same seed gives the same order.</param>
    internal static IOffsetSequence Of(
        long count, double distancePct, AccessDistribution? distribution, ulong scatterSeed, ulong seed) =>
        distribution is null
            ? new OffsetSequence(count, distancePct, seed)
            : new SkewedSequence(count, distribution, scatterSeed, seed);
}
