using Landspeed.Experiments.Ranks;
using Landspeed.Results;

namespace Landspeed.Experiments.Rounds;

/// <summary>One case of an experiment: a cell that is run once per round.</summary>
/// <remarks>For use by one thread.</remarks>
public interface ICase
{
    /// <summary>Name of the cell.</summary>
    string Name { get; }

    /// <summary>Runs it once.</summary>
    /// <param name="round">Zero-based round.</param>
    /// <param name="context">What all runs share.</param>
    /// <returns>What was measured; partial if it was stopped early and its numbers are still valid.</returns>
    /// <exception cref="IOException">The run failed.</exception>
    /// <exception cref="ExperimentException">The run failed, or its result is wrong.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    RunRecord Run(int round, RunContext context);
}

/// <summary>What all runs of an experiment share.</summary>
/// <param name="plan">What the experiment will do.</param>
/// <param name="monitor">Stops the work, and receives its progress.</param>
/// <param name="clock">The time of day.</param>
public sealed class RunContext(ExperimentPlan plan, ProgressMonitor monitor, TimeProvider clock)
{
    private readonly Dictionary<FilePath, TrialVolumes> _elsewhere = [];
    private TrialVolumes? _volumes;

    /// <summary>What the experiment will do.</summary>
    public ExperimentPlan Plan => plan;

    /// <summary>Stops the work, and receives its progress.</summary>
    public ProgressMonitor Monitor => monitor;

    /// <summary>The time of day.</summary>
    public TimeProvider Clock => clock;

    /// <summary>The processes that make the same runs at the same time, or null if this one is alone.</summary>
    public IRanks? Ranks { get; internal init; }

    /// <summary>What the idle machine does, or null if it was not watched.</summary>
    public Judging.IdleBaseline? Baseline { get; internal set; }

    /// <summary>The machine.</summary>
    public HostRecord Host => plan.Preview.Hosts[0];

    /// <summary>Where the bytes come from and go to; known once the files have been created.</summary>
    internal TrialVolumes Volumes => _volumes ??= TrialVolumes.Of(plan);

    /// <summary>Returns the same for a trial, which may write to another volume.</summary>
    internal TrialVolumes VolumesOf(ITrial trial)
    {
        if (trial.Target is not { } target)
        {
            return Volumes;
        }

        if (!_elsewhere.TryGetValue(target, out TrialVolumes? volumes))
        {
            volumes = TrialVolumes.At(target);
            _elsewhere.Add(target, volumes);
        }

        return volumes;
    }
}
