using System.Globalization;
using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Fio;

/// <summary>
/// <c>iodepth_level</c>: fio counts the depth of each submission; we know the mean, and put the whole at its level.
/// </summary>
internal static class FioDepth
{
    private static readonly int[] Levels = [1, 2, 4, 8, 16, 32, 64];

    /// <summary>Writes the three depth objects; the last two are not measured.</summary>
    public static void Write(MeasurementRecord job, FioWriter writer)
    {
        double mean = job.QueueDepth.MeanAchieved / Math.Max(1, job.Effective.Threads);
        double depth = double.IsFinite(mean) ? Math.Max(1, Math.Round(mean)) : 1;
        int reached = Levels.Last(level => level <= depth);
        writer.Object("iodepth_level", () =>
        {
            foreach (int level in Levels)
            {
                string name = (level == 64 ? ">=" : string.Empty) + level.ToString(CultureInfo.InvariantCulture);
                writer.Fraction(name, level == reached ? 100 : 0);
            }
        });
        writer.Missing("iodepth_submit");
        writer.Missing("iodepth_complete");
    }
}
