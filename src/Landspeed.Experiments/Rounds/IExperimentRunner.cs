using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Rounds;

/// <summary>Plans and runs experiments.</summary>
public interface IExperimentRunner
{
    /// <summary>Reads the setup of an interrupted experiment from its journal.</summary>
    /// <param name="journal">The file.</param>
    /// <param name="word">What the experiment is called in messages.</param>
    /// <returns>The setup, with the seed that the rest of the experiment needs.</returns>
    /// <exception cref="ExperimentException">There is none, or it is no journal of an experiment.</exception>
    SetupRecord SetupOf(string journal, string word);

    /// <summary>Checks an experiment against the machine; leaves nothing behind.</summary>
    /// <param name="task">The experiment.</param>
    /// <returns>What <see cref="Run"/> is going to do; of a resumed one with the runs that it has already.</returns>
    /// <exception cref="ExperimentException">
    /// It cannot be done, or is refused: also when the one to resume had other options, or was begun on another machine or
    /// file system or with another method; names the differences.
    /// </exception>
    ExperimentPlan Plan(ExperimentTask task);

    /// <summary>Prepares, runs the trials in random interleaved rounds, and cleans up.</summary>
    /// <param name="task">The experiment.</param>
    /// <param name="plan">From <see cref="Plan"/>.</param>
    /// <param name="progress">Receives where it stands; or null.</param>
    /// <param name="stop">
    /// Ends it early: the document then covers what was done and is marked partial. Before the first complete run an
    /// <see cref="OperationCanceledException"/> is thrown instead.
    /// </param>
    /// <returns>The result; the journal stays until <see cref="Forget"/>.</returns>
    /// <exception cref="ExperimentException">It failed before the first complete run.</exception>
    /// <exception cref="IOException">The same, where the system refused.</exception>
    ExperimentResult Run(
        ExperimentTask task, ExperimentPlan plan, IProgress<ExperimentProgress>? progress, CancellationToken stop);

    /// <summary>
    /// Removes the journal of a complete experiment whose result is safe; one that its task keeps is the user's from now on.
    /// </summary>
    /// <param name="task">The experiment.</param>
    /// <exception cref="IOException">It cannot be removed.</exception>
    /// <exception cref="UnauthorizedAccessException">The same.</exception>
    void Forget(ExperimentTask task);

    /// <summary>Removes what an experiment in progress has made and lets it fail; from any thread, at any time.</summary>
    void Abandon();
}
