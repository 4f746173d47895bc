using Landspeed.Experiments.Results;
using Landspeed.Platform;

namespace Landspeed.Experiments.Rounds;

/// <summary>A case that is work between two readings of all counters.</summary>
/// <remarks>
/// For one thread, which calls <see cref="Prepare"/>, <see cref="Run"/>, <see cref="MakeDurable"/> and
/// <see cref="Finish"/> in this order; <see cref="Finish"/> also after one of the others has thrown.
/// </remarks>
public interface ITrial : ICase
{
    /// <summary>Something on the volume that it writes to, which is there from the preparation on; null: the plan's.</summary>
    FilePath? Target => null;

    /// <summary>Makes ready what a run needs, off the clock: above all the state of the page cache.</summary>
    /// <param name="monitor">Stops it.</param>
    /// <returns>What was found before the run.</returns>
    /// <exception cref="IOException">It cannot be made ready.</exception>
    /// <exception cref="ExperimentException">The same.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    TrialStart Prepare(ProgressMonitor monitor);

    /// <summary>Does the work, on the clock.</summary>
    /// <param name="monitor">Stops it; asked often enough that a person does not wait, at least once a second.</param>
    /// <returns>What was moved.</returns>
    /// <exception cref="IOException">It failed.</exception>
    /// <exception cref="ExperimentException">The same.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    TrialWork Run(ProgressMonitor monitor);

    /// <summary>Makes durable what the work wrote, on the clock, timed apart from the work.</summary>
    /// <param name="monitor">Stops it.</param>
    /// <returns>Whether it was made durable; false where nothing was written or nobody asked for it.</returns>
    /// <exception cref="IOException">It failed.</exception>
    bool MakeDurable(ProgressMonitor monitor) => false;

    /// <summary>Looks at what is left, checks the result and cleans up, off the clock.</summary>
    /// <param name="work">What the work returned; null: it failed or was stopped, only clean up.</param>
    /// <returns>What was found after the run.</returns>
    /// <exception cref="ExperimentException">The result is wrong: the cell fails.</exception>
    /// <exception cref="IOException">It cannot be looked at.</exception>
    TrialEnd Finish(TrialWork? work) => TrialEnd.Nothing;

    /// <inheritdoc/>
    RunRecord ICase.Run(int round, RunContext context) => new TrialRun(context).Execute(this, round);
}
