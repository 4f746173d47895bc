namespace Landspeed.Experiments.Tests.Statistics;

/// <summary>Latencies of many shapes and magnitudes.</summary>
internal static class RandomLatencies
{
    /// <summary>
    /// One to 30,000 latencies, 0 ns to 1 h: even, exponential, with two peaks, or even in the logarithm.
    /// </summary>
    public static long[] Make(Random random)
    {
        int shape = random.Next(4);
        double scale = Math.Pow(10, random.Next(1, 12));
        return [.. Enumerable.Range(0, random.Next(1, 30_000)).Select(_ => One(random, shape, scale))];
    }

    private static long One(Random random, int shape, double scale)
    {
        double value = shape switch
        {
            0 => random.NextDouble() * scale,
            1 => -Math.Log(1 - random.NextDouble()) * scale,
            2 => (random.Next(20) == 0 ? 30 : 1) * scale * (1 + (random.NextDouble() / 10)),
            _ => Math.Pow(3.6e12, random.NextDouble()),
        };
        return (long)Math.Min(value, 3.6e12);
    }
}
