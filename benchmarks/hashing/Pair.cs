using System.Runtime.InteropServices;

namespace HashingBenchmark;

/// <summary>Medians over the rounds of two pieces of work that take turns.</summary>
/// <param name="OursNs">CPU time of the one, ns.</param>
/// <param name="PackageNs">CPU time of the other, ns.</param>
/// <param name="Ratio">
/// How many times the first the second takes, within a round: median, and the ends of 80 % of the rounds.
/// </param>
internal readonly partial record struct Pair(
    double OursNs, double PackageNs, (double Median, double Low, double High) Ratio)
{
    private const int CpuTimeOfThread = 3;

    /// <summary>Warms both up, then measures both in each round, in alternating order.</summary>
    internal static Pair Measure(int rounds, Action ours, Action package)
    {
        for (int call = 0; call < 60; call++)
        {
            ours();
            package();
        }

        double[] first = new double[rounds];
        double[] second = new double[rounds];
        for (int round = 0; round < rounds; round++)
        {
            if (round % 2 == 0)
            {
                (first[round], second[round]) = (TimeOf(ours), TimeOf(package));
            }
            else
            {
                (second[round], first[round]) = (TimeOf(package), TimeOf(ours));
            }
        }

        double[] ratios = [.. second.Zip(first, (one, other) => one / other).Order()];
        return new Pair(
            first.Order().ElementAt(rounds / 2),
            second.Order().ElementAt(rounds / 2),
            (ratios[rounds / 2], ratios[rounds / 10], ratios[rounds - 1 - (rounds / 10)]));
    }

    // Not the clock on the wall: other programs may take turns on this CPU.
    private static double TimeOf(Action work)
    {
        double start = CpuNs();
        work();
        return CpuNs() - start;
    }

    private static double CpuNs()
    {
        _ = ReadClock(CpuTimeOfThread, out TimeSpec time);
        return (time.Seconds * 1e9) + time.Nanoseconds;
    }

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static partial int ReadClock(int clock, out TimeSpec time);

    private record struct TimeSpec(long Seconds, long Nanoseconds);
}
