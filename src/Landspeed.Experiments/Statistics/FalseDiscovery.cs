namespace Landspeed.Experiments.Statistics;

/// <summary>Determines how small a p-value must be if many comparisons are made.</summary>
/// <remarks>
/// Of 56 cells without any difference three show one by chance at 5 % each. Benjamini and Hochberg: the level is the
/// largest at which at most one in twenty of the differences found is due to chance; if nothing differs, one in twenty
/// analyses of the whole finds something. Source: Journal of the Royal Statistical Society B 57 (1995), 289.
/// </remarks>
internal static class FalseDiscovery
{
    /// <summary>Share of the findings that may be due to chance.</summary>
    internal const double Share = 0.05;

    /// <summary>Computes the level.</summary>
    /// <param name="chances">The p-values of all comparisons, in any order; not changed.</param>
    /// <param name="looks">How often the runs are analysed while more are made, 1 or more: each analysis gets a share
    /// of the whole.</param>
    /// <returns>The p-value up to which a difference counts; if there is none, the p-value that the first would
    /// need.</returns>
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
