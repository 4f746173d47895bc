using System.Diagnostics;

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
    /// Bytes of this worker; <see cref="long.MaxValue"/> for no limit. Only requests of several sizes are counted by
    /// it.
    /// </summary>
    internal long Bytes { get; init; } = long.MaxValue;

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
        return [.. Enumerable.Range(0, options.Threads).Select(index => bytes is not { } limit
            ? new PhaseLimits(ticks, long.MaxValue, sampleTicks)
            : options.Sizes is not null
            ? new PhaseLimits(ticks, long.MaxValue, sampleTicks) { Bytes = BytesOf(plan, limit, index) }
            : new PhaseLimits(
                ticks, options.Part.CountOf(plan, RequestsIn(plan, limit), index), sampleTicks))];
    }

    // Ten samples for a short run, one per second for a longer one. The duration of a run that is limited by bytes is
    // unknown: its samples start short and grow with it.
    private static TimeSpan SampleTime(TimeSpan time, long? bytes) => bytes is not null
        ? s_boundedSample
        : TimeSpan.FromTicks(Math.Clamp(time.Ticks / 10, s_shortestSample.Ticks, s_longestSample.Ticks));

    // A limit is never exceeded: the last request that would exceed it is left out. Only the whole range includes its
    // short end.
    private static long? RequestsIn(MeasurementPlan plan, long bytes) => bytes == plan.RangeBytes
        ? null
        : Math.Max(1, bytes / plan.Options.RequestSize);

    // How many requests of several sizes these are is known to the worker that draws them.
    private static long BytesOf(MeasurementPlan plan, long bytes, int worker) => bytes == plan.RangeBytes
        ? plan.Options.Part.LayoutOf(plan.RequestCount, plan.Options, worker).Count * plan.Options.Grain
        : bytes / plan.Options.Threads;
}
