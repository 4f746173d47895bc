using System.Globalization;

namespace LinesBenchmark;

/// <summary>A moment in which other programs leave the processors alone: two threads need two processors.</summary>
internal static class QuietMoment
{
    private const int SampleMs = 50;
    private const int MostSamples = 100;

    // In steps of 10 ms, as the system counts: of 50 ms on each processor less than one step and a half.
    private const double MostSeconds = 0.015;

    /// <summary>Waits for such a moment, 5 s at most.</summary>
    /// <returns>Whether there was one.</returns>
    internal static bool Wait()
    {
        for (int sample = 0; sample < MostSamples; sample++)
        {
            double before = OfOthers();
            Thread.Sleep(SampleMs);
            if (OfOthers() - before < MostSeconds)
            {
                return true;
            }
        }

        return false;
    }

    // Source: proc_stat(5); the fourth and fifth number are idle times, the last two count a second time.
    private static double OfOthers()
    {
        string[] fields = File.ReadLines("/proc/stat").First().Split(' ', StringSplitOptions.RemoveEmptyEntries);
        long[] ticks = [.. fields.Skip(1).Take(8).Select(field => long.Parse(field, CultureInfo.InvariantCulture))];
        return ((ticks.Sum() - ticks[3] - ticks[4]) / 100.0) - ProcessorTime.OfThisAndChildren();
    }
}
