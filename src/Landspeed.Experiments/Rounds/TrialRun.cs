using System.Diagnostics;
using Landspeed.Experiments.Observing;
using Landspeed.Quantities;
using Landspeed.Results;

namespace Landspeed.Experiments.Rounds;

/// <summary>Runs trials between two readings of all counters.</summary>
/// <param name="context">What all runs share.</param>
/// <remarks>One run at a time: the counters are those of the whole process.</remarks>
internal sealed class TrialRun(RunContext context)
{
    /// <summary>Runs a trial once.</summary>
    /// <exception cref="IOException">The run failed; it has cleaned up.</exception>
    /// <exception cref="ExperimentException">The run failed, or its result is wrong; it has cleaned up.</exception>
    /// <exception cref="OperationCanceledException">Stopped; it has cleaned up.</exception>
    internal RunRecord Execute(ITrial trial, int round)
    {
        ProgressMonitor monitor = context.Monitor;
        TrialMeasurement measured;
        try
        {
            TrialStart start = trial.Prepare(monitor);
            monitor.ThrowIfStopped();
            measured = Measure(trial, monitor) with { Start = start };
        }
        catch
        {
            FinishQuietly(trial);
            throw;
        }

        TrialEnd end = trial.Finish(measured.Work);
        return new TrialRecordBuilder(context.Host, context.Baseline).Build(trial.Name, round, measured, end);
    }

    // Garbage of the previous trial does not count for this one, nor does the memory that it occupied. The clock starts
    // last and stops first.
    private TrialMeasurement Measure(ITrial trial, ProgressMonitor monitor)
    {
        TrialVolumes volumes = context.VolumesOf(trial);
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
        bool peakKnown = NativePlatform.Counters.ResetPeakResident().Succeeded;
        var observation = Observation.Begin(volumes.Source, volumes.Target);
        long allocated = GC.GetTotalAllocatedBytes(precise: true);
        long start = Stopwatch.GetTimestamp();
        monitor.BeginStalls();
        TrialWork work = trial.Run(monitor);
        long worked = Stopwatch.GetTimestamp();
        TimeSpan? longestStall = monitor.EndStalls();
        bool durable = trial.MakeDurable(monitor);
        long ended = Stopwatch.GetTimestamp();
        allocated = GC.GetTotalAllocatedBytes(precise: true) - allocated;
        Observed observed = observation.End();
        return new TrialMeasurement
        {
            Work = work,
            Observed = observed,
            ElapsedNs = Ns(worked - start),
            ElapsedToDurableNs = durable ? Ns(ended - start) : null,
            AllocatedBytes = allocated,
            LongestStall = longestStall,
            PeakKnown = peakKnown,
        };
    }

    // While an exception is being thrown, a second one would hide it.
    private static void FinishQuietly(ITrial trial)
    {
        try
        {
            trial.Finish(null);
        }
        catch (Exception e) when (e is ExperimentException || NativeError.TryFrom(e, out _))
        {
            // The first exception is more informative.
        }
    }

    private static long Ns(long ticks) => Math.Max(1, (long)(ticks * StopwatchTicks.Ns));
}
