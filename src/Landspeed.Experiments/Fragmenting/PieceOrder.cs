using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Fragmenting;

/// <summary>
/// Computes the order in which the pieces of a file are allocated, so that no two neighbours in the file become
/// neighbours on the volume.
/// </summary>
internal static class PieceOrder
{
    /// <summary>Computes the order.</summary>
    /// <param name="pieces">Number of pieces, 1 or more.</param>
    /// <param name="order">The kind of order.</param>
    /// <param name="seed">The same seed gives the same order.</param>
    /// <returns>All pieces, each once; none directly after the one that precedes it in the file.</returns>
    /// <remarks>A pure function.</remarks>
    internal static int[] Of(int pieces, RunOrder order, ulong seed)
    {
        int[] reversed = [.. Enumerable.Range(0, pieces).Reverse()];
        if (order == RunOrder.Reversed)
        {
            return reversed;
        }

        int[] shuffled = [.. reversed];
        SeededRandom.Of(seed).Shuffle(shuffled);
        for (int place = 1; place < pieces; place++)
        {
            if (Follows(shuffled, place) && !Part(shuffled, place))
            {
                return reversed; // for three pieces or fewer not every order can be repaired
            }
        }

        return shuffled;
    }

    // In any order, one in e pieces or fewer follows its neighbour: some exchange within a few positions always
    // separates them.
    private static bool Part(int[] order, int place)
    {
        for (int step = 1; step < order.Length; step++)
        {
            int other = (place + step) % order.Length;
            Exchange(order, place, other);
            if (!(Follows(order, place) || Follows(order, place + 1) || Follows(order, other) || Follows(order, other + 1)))
            {
                return true;
            }

            Exchange(order, place, other);
        }

        return false;
    }

    private static bool Follows(int[] order, int place) =>
        place > 0 && place < order.Length && order[place] == order[place - 1] + 1;

    private static void Exchange(int[] order, int one, int other) => (order[one], order[other]) = (order[other], order[one]);
}
