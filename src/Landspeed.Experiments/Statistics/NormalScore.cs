using Perfolizer.Mathematics.Distributions.ContinuousDistributions;

namespace Landspeed.Experiments.Statistics;

/// <summary>How many standard deviations from the mean a normal value lies.</summary>
internal static class NormalScore
{
    /// <summary>The distance that is exceeded, to either side, this often.</summary>
    /// <param name="chance">Above 0, below 1: 0.05 gives 1.96.</param>
    internal static double Of(double chance) => NormalDistribution.Standard.Quantile(1 - (chance / 2));
}
