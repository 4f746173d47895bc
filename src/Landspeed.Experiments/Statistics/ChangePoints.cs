using Perfolizer.Mathematics.Cpd;

namespace Landspeed.Experiments.Statistics;

/// <summary>Finds where the level of a series of values changes.</summary>
/// <remarks>
/// Candidates are those of EdPelt (Perfolizer). It finds one in 8 to 35 % of series that have none, so each must also
/// pass a rank test between the levels that it separates, at a level divided by the number of possible positions. The
/// least likely one is dropped and its neighbours are tested again, until all pass. About 1 % of series without a
/// change then show one.
/// </remarks>
internal static class ChangePoints
{
    /// <summary>
    /// Below this number of values no change is reported, 12: with six and six the rank test is just significant.
    /// </summary>
    internal const int EnoughValues = 12;

    /// <summary>Below this number of values a level is unknown, 5.</summary>
    internal const int ShortestLevel = 5;

    private const int Farthest = 2;

    private const double Chance = 0.05;

    /// <summary>Finds the changes.</summary>
    /// <param name="values">In order; finite, none below 0.</param>
    /// <param name="series">Number of series that are examined together, 1 or more: the more there are, the more
    /// significant each change must be.</param>
    /// <param name="bandPct">Levels that differ by less than this are one, percent.</param>
    /// <returns>The index of the first value of each new level, ascending, with the comparison of both levels; empty
    /// for fewer than <see cref="EnoughValues"/>.</returns>
    /// <remarks>Pure and thread-safe.</remarks>
    internal static IReadOnlyList<(int Index, RatioInterval Ratio)> Of(IReadOnlyList<double> values, int series, double bandPct)
    {
        if (values.Count < EnoughValues || values.Distinct().Count() == 1)
        {
            return [];
        }

        double level = Chance / values.Count / series;
        double band = 1 + (bandPct / 100);
        List<int> starts = [.. Candidates(values)];
        while (true)
        {
            (int Index, RatioInterval Ratio)[] changes = [.. starts.Select((start, at) => (start, RatioInterval.Of(
                Slice(values, at == 0 ? 0 : starts[at - 1], start), Slice(values, start, at + 1 < starts.Count ? starts[at + 1] : values.Count))))];
            (int Index, RatioInterval Ratio)[] refused = [.. changes.Where(change =>
                change.Ratio.PValue > level || (change.Ratio.Ratio <= band && change.Ratio.Ratio * band >= 1))];
            if (refused.Length == 0)
            {
                return changes;
            }

            starts.Remove(refused.MaxBy(change => change.Ratio.PValue).Index);
        }
    }

    // EdPelt is sometimes off by one or two: a change is where both levels fit their values best.
    private static int[] Candidates(IReadOnlyList<double> values)
    {
        int[] found = [.. EdPeltChangePointDetector.Instance.GetChangePointIndexes([.. values], ShortestLevel).Select(last => last + 1)];
        foreach ((int at, int index) in found.Index())
        {
            int start = at == 0 ? 0 : found[at - 1];
            int end = at + 1 < found.Length ? found[at + 1] : values.Count;
            found[at] = Enumerable.Range(index - Farthest, (2 * Farthest) + 1).Where(place => place - start >= ShortestLevel && end - place >= ShortestLevel)
                .DefaultIfEmpty(index).MinBy(place => Distance(Slice(values, start, place)) + Distance(Slice(values, place, end)));
        }

        return found;
    }

    private static double Distance(double[] level)
    {
        double middle = Median.Of(level);
        return level.Sum(value => Math.Abs(value - middle));
    }

    private static double[] Slice(IReadOnlyList<double> values, int start, int end) => [.. values.Skip(start).Take(end - start)];
}
