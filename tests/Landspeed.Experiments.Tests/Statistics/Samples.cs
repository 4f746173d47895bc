namespace Landspeed.Experiments.Tests.Statistics;

/// <summary>Runs that spread as real ones do, around 1.</summary>
internal static class Samples
{
    internal static double[] Normal(Random random, int runs, double deviation, double median = 1) =>
        Of(runs, () => median * Math.Max(0.01, 1 + (deviation * Normal(random))));

    internal static double[] LogNormal(Random random, int runs, double deviation, double median = 1) =>
        Of(runs, () => median * Math.Exp(deviation * Normal(random)));

    /// <summary>Two levels, each run on one of them like a coin.</summary>
    internal static double[] Bimodal(Random random, int runs, double deviation, double upper = 1.5) =>
        Of(runs, () => (random.Next(2) == 0 ? 1 : upper) * (1 + (deviation * Normal(random))));

    private static double[] Of(int runs, Func<double> value) => [.. Enumerable.Range(0, runs).Select(_ => value())];

    // Source: Box and Muller, 1958.
    private static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
