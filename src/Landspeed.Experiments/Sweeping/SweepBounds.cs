using Landspeed.Experiments.Measuring;

namespace Landspeed.Experiments.Sweeping;

/// <summary>The maximum amounts that a sweep moves, and its approximate duration.</summary>
internal static class SweepBounds
{
    // A simple assumption, mentioned wherever the estimate is printed.
    private const double AssumedBytesPerS = 1e9;

    // Opening, dropping, mapping, starting and ending a run: 40 ms on the slowest machine tried, rounded up.
    private const double OverheadS = 0.05;

    // Examining the machine, the idle baseline, ending.
    private const double AroundS = 1;

    // A write through the page cache returns about this much faster than the device accepts it.
    private const double CacheFactor = 2.5;

    private const double LongestWarmUpS = 1;

    /// <summary>
    /// Returns the maximum number of bytes that some runs move, including warm-ups and unrecorded runs.
    /// </summary>
    /// <param name="runs">The cells, and the number of runs of each.</param>
    /// <param name="setup">What they have in common.</param>
    internal static long Bytes(IEnumerable<(SweepCell Cell, int Runs)> runs, SweepSetup setup) =>
        (long)Math.Min(
            long.MaxValue / 2, // for a sparse file of exabytes: practically unlimited
            runs.Sum(run => (double)run.Runs * LimitBytes(run.Cell, setup) * (WarmsUp(run.Cell) ? 2 : 1)));

    /// <summary>Returns the approximate duration of some runs on a device of 1 GB/s.</summary>
    /// <param name="runs">The cells, and the number of runs of each.</param>
    /// <param name="setup">What they have in common.</param>
    /// <param name="preparationBytes">Bytes written before the first of them.</param>
    internal static TimeSpan Time(
        IEnumerable<(SweepCell Cell, int Runs)> runs, SweepSetup setup, long preparationBytes)
    {
        double seconds = runs.Sum(run => run.Runs * (OverheadS + RunS(run.Cell, setup)));
        return TimeSpan.FromSeconds(Math.Round(AroundS + seconds + (preparationBytes / AssumedBytesPerS)));
    }

    private static long LimitBytes(SweepCell cell, SweepSetup setup) => Math.Max(setup.LimitBytes, cell.RequestSize);

    private static bool WarmsUp(SweepCell cell) => cell.Operation != MeasuredOperation.Extend;

    // What a write has put into the page cache is written to the device afterwards.
    private static double RunS(SweepCell cell, SweepSetup setup)
    {
        bool cached = cell.Mode != IoMode.Direct;
        bool reads = cell.Operation == MeasuredOperation.Read;

        // A read through the page cache first touches as much memory as it will fill (see MeasurementRun).
        double warmUpS = WarmsUp(cell)
            ? Math.Min(LongestWarmUpS, setup.TimeS * (cached && reads ? 1 : MeasurementPlanner.WarmUpShare))
            : 0;
        double atMostS = LimitBytes(cell, setup) / AssumedBytesPerS;
        return cached && !reads
            ? ThroughCacheS(setup.TimeS, atMostS) + ThroughCacheS(warmUpS, atMostS)
            : Math.Min(setup.TimeS, atMostS) + Math.Min(warmUpS, atMostS);
    }

    private static double ThroughCacheS(double timeS, double atMostS) =>
        Math.Min(timeS * (1 + CacheFactor), atMostS * (1 + (1 / CacheFactor)));
}
