namespace Landspeed.Reporting.Svg;

/// <summary>Places labels below each other, each as near as possible to what it names, and none over another.</summary>
internal static class LabelColumn
{
    /// <summary>Positions that are at least a distance apart, with the least sum of squared moves.</summary>
    /// <param name="wanted">Where the labels want to be, ascending.</param>
    /// <param name="distance">Least distance between neighbours.</param>
    /// <param name="first">Least position.</param>
    /// <param name="last">Greatest position; there must be room for all.</param>
    /// <returns>The positions, in the same order.</returns>
    public static double[] Place(IReadOnlyList<double> wanted, double distance, double first, double last)
    {
        // With each label's own share of the distances taken off, "apart" becomes "not descending": labels that would
        // descend are pooled at their mean until none does (isotonic regression).
        var pools = new List<(double Sum, int Count)>();
        for (int index = 0; index < wanted.Count; index++)
        {
            pools.Add((wanted[index] - (index * distance), 1));
            while (pools.Count > 1 && pools[^2].Sum / pools[^2].Count > pools[^1].Sum / pools[^1].Count)
            {
                pools[^2] = (pools[^2].Sum + pools[^1].Sum, pools[^2].Count + pools[^1].Count);
                pools.RemoveAt(pools.Count - 1);
            }
        }

        double greatest = Math.Max(first, last - ((wanted.Count - 1) * distance));
        IEnumerable<double> flat = pools.SelectMany(pool =>
            Enumerable.Repeat(Math.Clamp(pool.Sum / pool.Count, first, greatest), pool.Count));
        return [.. flat.Select((position, index) => position + (index * distance))];
    }
}
