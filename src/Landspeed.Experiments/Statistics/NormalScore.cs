using Perfolizer.Mathematics.Distributions.ContinuousDistributions;

namespace Landspeed.Experiments.Statistics;

/// <summary>Computes how many standard deviations from the mean a normal value is.</summary>
internal static class NormalScore
{
    /// <summary>Returns the distance that is exceeded, on either side, with this probability.</summary>
    /// <param name="chance">Above 0, below 1: 0.05 gives 1.96.</param>
    internal static double Of(double chance) => NormalDistribution.Standard.Quantile(1 - (chance / 2));
}
