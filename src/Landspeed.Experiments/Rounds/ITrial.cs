using Landspeed.Results;

namespace Landspeed.Experiments.Rounds;

/// <summary>A case that does work between two readings of all counters.</summary>
/// <remarks>
/// For use by one thread, which calls <see cref="Prepare"/>, <see cref="Run"/>, <see cref="MakeDurable"/> and
/// <see cref="Finish"/> in this order; <see cref="Finish"/> also after one of the others has thrown.
/// </remarks>
public interface ITrial : ICase
{
    /// <summary>
    /// A name on the volume that it writes to, which exists from the preparation on, or null for the plan's volume.
    /// </summary>
    FilePath? Target => null;

    /// <summary>Prepares a run, outside the measured time: above all the state of the page cache.</summary>
    /// <param name="monitor">Stops it.</param>
    /// <returns>The state before the run.</returns>
    /// <exception cref="IOException">The preparation failed.</exception>
    /// <exception cref="ExperimentException">The preparation failed.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    TrialStart Prepare(ProgressMonitor monitor);

    /// <summary>Does the work, within the measured time.</summary>
    /// <param name="monitor">Stops it; must be checked at least once a second, so that a person does not wait.</param>
    /// <returns>What was moved.</returns>
    /// <exception cref="IOException">The work failed.</exception>
    /// <exception cref="ExperimentException">The work failed.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    TrialWork Run(ProgressMonitor monitor);

    /// <summary>Makes the written data durable, within the measured time, but timed separately from the work.</summary>
    /// <param name="monitor">Stops it.</param>
    /// <returns>Whether it was made durable; false if nothing was written or durability was not requested.</returns>
    /// <exception cref="IOException">The flush failed.</exception>
    bool MakeDurable(ProgressMonitor monitor) => false;

    /// <summary>Examines the outcome, checks the result and cleans up, outside the measured time.</summary>
    /// <param name="work">What the work returned, or null if it failed or was stopped, in which case this only cleans
    /// up.</param>
    /// <returns>The state after the run.</returns>
    /// <exception cref="ExperimentException">The result is wrong: the cell fails.</exception>
    /// <exception cref="IOException">The outcome cannot be examined.</exception>
    TrialEnd Finish(TrialWork? work) => TrialEnd.Nothing;

    /// <inheritdoc/>
    RunRecord ICase.Run(int round, RunContext context) => new TrialRun(context).Execute(this, round);
}
