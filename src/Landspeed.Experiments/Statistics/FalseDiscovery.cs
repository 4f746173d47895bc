namespace Landspeed.Experiments.Statistics;

/// <summary>How small a chance must be, where many are looked at.</summary>
/// <remarks>
/// Of 56 cells without any difference three show one by chance at 5 % each. Benjamini and Hochberg: the level is the largest
/// at which of the differences found at most one in twenty is found by chance; where nothing differs, anything is found in one of twenty
/// looks at the whole. Source: Journal of the Royal Statistical Society B 57 (1995), 289.
/// </remarks>
internal static class FalseDiscovery
{
    /// <summary>Share of what is found that may be chance.</summary>
    internal const double Share = 0.05;

    /// <summary>The level.</summary>
    /// <param name="chances">Of everything that is looked at, in any order; not changed.</param>
    /// <param name="looks">How often the runs are looked at while more are made, 1 or more: each look has a share of the whole.</param>
    /// <returns>What is at most as likely is found; where nothing is, what the first to be found would need.</returns>
    /// <remarks>Pure and thread-safe. Sorts a copy.</remarks>
    internal static double Level(IReadOnlyCollection<double> chances, int looks = 1)
    {
        double share = Share / looks;
        double[] sorted = [.. chances.Order()];
        int found = sorted.Length;
        while (found > 1 && sorted[found - 1] > share * found / sorted.Length)
        {
            found--;
        }

        return sorted.Length == 0 ? share : share * found / sorted.Length;
    }
}
