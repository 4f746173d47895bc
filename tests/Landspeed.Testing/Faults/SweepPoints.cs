namespace Landspeed.Testing.Faults;

/// <summary>Which of the operations a sweep strikes.</summary>
internal static class SweepPoints
{
    /// <summary>All, or so many spread evenly, the first and the last among them.</summary>
    /// <param name="total">Operations of an undisturbed run; they are numbered from 1.</param>
    /// <param name="maximum">Most points.</param>
    /// <returns>Rising numbers; behind the last of a complete sweep those after it, without end, since another run
    /// may need a few more operations.</returns>
    public static IEnumerable<int> Choose(int total, int maximum)
    {
        if (total > maximum)
        {
            return Enumerable.Range(0, maximum)
                .Select(index => maximum == 1 ? total : 1 + (int)((long)index * (total - 1) / (maximum - 1)));
        }

        return Enumerable.Range(1, int.MaxValue - 1);
    }
}
