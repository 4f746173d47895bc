namespace Landspeed.Experiments.Statistics;

/// <summary>Computes the median of some numbers.</summary>
public static class Median
{
    /// <summary>Returns the middle value, or the mean of the two middle ones.</summary>
    /// <param name="values">One or more finite numbers, in any order; not changed.</param>
    /// <exception cref="ArgumentException">There is no value, or one of them is not finite.</exception>
    /// <remarks>Sorts a copy. Thread-safe.</remarks>
    public static double Of(IReadOnlyCollection<double> values)
    {
        ArgumentNullException.ThrowIfNull(values);
        if (values.Count == 0 || !values.All(double.IsFinite))
        {
            throw new ArgumentException("a median needs one or more finite numbers", nameof(values));
        }

        double[] sorted = [.. values];
        Array.Sort(sorted);
        int middle = sorted.Length / 2;
        return sorted.Length % 2 == 1
            ? sorted[middle]
            : sorted[middle - 1] + ((sorted[middle] - sorted[middle - 1]) / 2);
    }
}
