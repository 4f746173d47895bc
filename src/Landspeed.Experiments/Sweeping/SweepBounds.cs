using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Results;
using Landspeed.Files;

namespace Landspeed.Experiments.Sweeping;

/// <summary>What a sweep moves at most, and about how long it takes.</summary>
internal static class SweepBounds
{
    // A plain assumption, said wherever the estimate is printed.
    private const double AssumedBytesPerS = 1e9;

    // Opening, dropping, mapping, starting and ending a run: 40 ms on the slowest machine tried, rounded up.
    private const double OverheadS = 0.05;

    // Through the page cache a write returns about this much faster than the device takes it.
    private const double CacheFactor = 2.5;

    // What a run warms up with (see MeasurementRun), as a share of its time.
    private const double WarmUpShare = 0.2;

    /// <summary>Most bytes that some runs move, warm-ups included.</summary>
    internal static long Bytes(IEnumerable<SweepCell> cells, SweepSetupRecord setup, int repetitions) =>
        cells.Sum(cell => repetitions * Math.Max(setup.LimitBytes, cell.RequestSize) * (WarmsUp(cell) ? 2 : 1));

    /// <summary>About how long a number of runs of each cell takes on a device of 1 GB/s.</summary>
    internal static TimeSpan Time(
        IEnumerable<SweepCell> cells, SweepSetupRecord setup, int repetitions, long preparationBytes)
    {
        double runs = cells.Sum(cell => OverheadS + RunS(cell, setup)) * repetitions;
        return TimeSpan.FromSeconds(Math.Round(1 + runs + (preparationBytes / AssumedBytesPerS)));
    }

    private static bool WarmsUp(SweepCell cell) =>
        cell.Mode == IoMode.Direct && cell.Operation != MeasuredOperation.Extend;

    private static double RunS(SweepCell cell, SweepSetupRecord setup)
    {
        double atMost = Math.Max(setup.LimitBytes, cell.RequestSize) / AssumedBytesPerS;
        bool throughCache = cell.Operation != MeasuredOperation.Read && cell.Mode != IoMode.Direct;
        double moving = throughCache
            ? Math.Min(setup.TimeS * (1 + CacheFactor), atMost * (1 + (1 / CacheFactor)))
            : Math.Min(setup.TimeS, atMost);
        return moving + (WarmsUp(cell) ? setup.TimeS * WarmUpShare : 0);
    }
}
