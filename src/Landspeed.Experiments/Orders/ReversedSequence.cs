namespace Landspeed.Experiments.Orders;

/// <summary>The places of another sequence, counted from the end of the part.</summary>
/// <param name="forwards">The other one.</param>
/// <param name="count">Ordinals in the part, 1 or more.</param>
/// <remarks>For use by one thread; no allocation.</remarks>
internal sealed class ReversedSequence(IOffsetSequence forwards, long count) : IOffsetSequence
{
    /// <inheritdoc/>
    public long Next(long length) => count - length - forwards.Next(length);
}
