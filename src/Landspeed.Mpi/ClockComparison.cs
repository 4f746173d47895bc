namespace Landspeed.Mpi;

/// <summary>Estimates how far another rank's clock is ahead of ours from messages sent there and back.</summary>
/// <remarks>
/// The other rank read its clock at an unknown moment between our question and its answer. The middle of that interval
/// is wrong by at most half of its length, whatever the network does. Of many, the shortest interval is the most
/// accurate. Not thread-safe.
/// </remarks>
internal sealed class ClockComparison
{
    private long _shortest = long.MaxValue;

    /// <summary>Ticks to add to a time on our clock to get it on the other's.</summary>
    internal long Offset { get; private set; }

    /// <summary>Maximum error of <see cref="Offset"/> in ticks.</summary>
    internal long Error => _shortest == long.MaxValue ? long.MaxValue : (_shortest / 2) + (_shortest % 2);

    /// <summary>Adds one message sent there and back.</summary>
    /// <param name="asked">Our clock before the question was sent.</param>
    /// <param name="read">The other's clock in between.</param>
    /// <param name="heard">Our clock when the answer arrived; not before <paramref name="asked"/>.</param>
    internal void Add(long asked, long read, long heard)
    {
        long took = heard - asked;
        if (took < _shortest)
        {
            _shortest = took;
            Offset = read - (asked + (took / 2));
        }
    }
}
