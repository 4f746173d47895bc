namespace Landspeed.Mpi;

/// <summary>How far another rank's clock is ahead of ours, by messages there and back.</summary>
/// <remarks>
/// Between asking and hearing, the other read its clock: at some moment of that interval, unknown which. Its middle is wrong by half of the
/// interval at most, whatever the network does. Of many, the shortest interval says most. Not thread-safe.
/// </remarks>
internal sealed class ClockComparison
{
    private long _shortest = long.MaxValue;

    /// <summary>What to add to a moment of our clock to have it on the other's, in ticks.</summary>
    internal long Offset { get; private set; }

    /// <summary>By how much <see cref="Offset"/> may be wrong, in ticks.</summary>
    internal long Error => _shortest == long.MaxValue ? long.MaxValue : (_shortest / 2) + (_shortest % 2);

    /// <summary>Takes one message there and back into account.</summary>
    /// <param name="asked">Our clock before the question was sent.</param>
    /// <param name="read">The other's clock between.</param>
    /// <param name="heard">Our clock when the answer was there: not before <paramref name="asked"/>.</param>
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
