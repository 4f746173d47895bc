using System.Diagnostics;
using Landspeed.Experiments.Load;

namespace Landspeed.Experiments.Measuring;

/// <summary>When one phase of a worker ends: at whichever limit comes first.</summary>
/// <param name="DurationTicks">Ticks of the stopwatch from the worker's first submission.</param>
/// <param name="Requests">Requests of this worker; <see cref="long.MaxValue"/> for no limit.</param>
/// <param name="SampleTicks">Initial length of one sample, ticks of the stopwatch.</param>
internal readonly record struct PhaseLimits(long DurationTicks, long Requests, long SampleTicks)
{
    private static readonly TimeSpan s_longestSample = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan s_shortestSample = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan s_boundedSample = TimeSpan.FromMilliseconds(10);

    /// <summary>
    /// Divides the limits of a phase among the workers, including those of all ranks that share the file.
    /// </summary>
    /// <param name="plan">The plan.</param>
    /// <param name="time">Maximum time.</param>
    /// <param name="bytes">Maximum number of bytes of all workers, or null for no limit.</param>
    /// <returns>One entry per worker.</returns>
    internal static PhaseLimits[] Share(MeasurementPlan plan, TimeSpan time, long? bytes)
    {
        MeasurementOptions options = plan.Options;
        long ticks = (long)(time.TotalSeconds * Stopwatch.Frequency);
        long sampleTicks = (long)(SampleTime(time, bytes).TotalSeconds * Stopwatch.Frequency);
        return [.. Enumerable.Range(0, options.Threads).Select(index => new PhaseLimits(
            ticks,
            bytes is null
                ? long.MaxValue
                : options.Part.CountOf(plan, RequestsIn(plan, bytes.Value), index),
            sampleTicks))];
    }

    // Ten samples for a short run, one per second for a longer one. The duration of a run that is limited by bytes is
    // unknown: its samples start short and grow with it.
    private static TimeSpan SampleTime(TimeSpan time, long? bytes) => bytes is not null
        ? s_boundedSample
        : TimeSpan.FromTicks(Math.Clamp(time.Ticks / 10, s_shortestSample.Ticks, s_longestSample.Ticks));

    // In each 100 requests of a worker the shares are exact; of fewer, all may be of the largest size.
    private static long RequestsOf(SizeShares sizes, long bytes, int workers)
    {
        long hundreds = (long)(bytes / (100 * sizes.Mean * workers));
        return hundreds > 0 ? hundreds * 100 * workers : Math.Max(1, bytes / sizes.Largest);
    }

    // A limit is never exceeded: the last request that would exceed it is left out. Only the whole file includes its
    // short end.
    private static long? RequestsIn(MeasurementPlan plan, long bytes)
    {
        if (plan.Options.Sizes is { } sizes)
        {
            return RequestsOf(sizes, bytes, plan.Options.Threads);
        }

        return bytes == plan.FileLength ? null : Math.Max(1, bytes / plan.Options.RequestSize);
    }
}
