using Landspeed.Experiments.Host;
using Landspeed.Experiments.Probing;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Measuring;

/// <summary>Plans and runs measurements on this machine.</summary>
public sealed class MeasurementRunner : IMeasurementRunner
{
    private readonly TimeProvider _clock;
    private volatile FilePreparer? _preparer;

    /// <summary>Makes a runner.</summary>
    /// <param name="clock">Where the times of day in the results come from.</param>
    public MeasurementRunner(TimeProvider clock)
    {
        _clock = clock;
    }

    /// <inheritdoc/>
    public MeasurementPlan Plan(MeasurementOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return MeasurementPlanner.Plan(options);
    }

    /// <inheritdoc/>
    public MeasurementDocument Run(
        MeasurementPlan plan, IProgress<MeasurementProgress>? progress, CancellationToken stop)
    {
        ArgumentNullException.ThrowIfNull(plan);
        DateTimeOffset startedAt = _clock.GetLocalNow();
        HostRecord host = HostProbe.Capture();
        var preparer = new FilePreparer(plan, progress, stop);
        _preparer = preparer;
        using CreatedFile? created = preparer.Prepare();
        EnvironmentRecord environment = EnvironmentProbe.Capture(plan.Options.Path);
        if (plan.Options.Keep)
        {
            created?.Keep();
        }

        IdleBaseline? baseline = Watch(plan.RunTime, progress, stop);
        List<MeasurementRecord> jobs = RunAll(
            plan, run => new MeasurementRun(plan, run, preparer, host, baseline, _clock), progress, stop);
        bool partial = jobs.Count < plan.Options.Repeat || jobs[^1].Partial;
        if (!partial)
        {
            created?.Keep();
        }

        return new MeasurementDocument
        {
            ToolVersion = ProductVersion.Text,
            StartedAt = startedAt,
            Partial = partial,
            Host = host,
            Environment = environment,
            Jobs = jobs,
            Summary = RunSummary.OfRuns(jobs),
        };
    }

    /// <inheritdoc/>
    public void Abandon() => _preparer?.Abandon();

    // Runs that are complete stay a result when a later one is stopped before its first measured request.
    private static List<MeasurementRecord> RunAll(
        MeasurementPlan plan,
        Func<int, MeasurementRun> create,
        IProgress<MeasurementProgress>? progress,
        CancellationToken stop)
    {
        var jobs = new List<MeasurementRecord>();
        try
        {
            for (int run = 0; run < plan.Options.Repeat; run++)
            {
                stop.ThrowIfCancellationRequested();
                jobs.Add(create(run).Execute(progress, stop));
            }
        }
        catch (OperationCanceledException) when (jobs.Count > 0)
        {
            // The document says that it is partial.
        }

        return jobs;
    }

    private static IdleBaseline? Watch(
        TimeSpan runTime, IProgress<MeasurementProgress>? progress, CancellationToken stop)
    {
        progress?.Report(new MeasurementProgress(
            MeasurementPhase.Baseline, 0, 0, null, TimeSpan.Zero, null));
        return IdleBaseline.Measure(runTime, stop);
    }
}
