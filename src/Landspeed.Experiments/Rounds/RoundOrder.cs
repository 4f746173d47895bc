using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Rounds;

/// <summary>
/// The order of the runs: each round has every cell once, in its own random order, so that neither a drift of the
/// machine nor a neighbour in the grid favours a cell.
/// </summary>
internal static class RoundOrder
{
    /// <summary>Computes the order.</summary>
    /// <param name="cells">Number of cells, 1 or more.</param>
    /// <param name="rounds">Number of rounds, 1 or more.</param>
    /// <param name="seed">The same seed gives the same order.</param>
    /// <returns>Zero-based cell and round of each run.</returns>
    internal static IReadOnlyList<(int Cell, int Round)> Of(int cells, int rounds, ulong seed)
    {
        Random random = SeededRandom.Of(seed);
        var order = new List<(int, int)>(cells * rounds);
        for (int round = 0; round < rounds; round++)
        {
            int[] shuffled = [.. Enumerable.Range(0, cells)];
            random.Shuffle(shuffled);
            order.AddRange(shuffled.Select(cell => (cell, round)));
        }

        return order;
    }
}
