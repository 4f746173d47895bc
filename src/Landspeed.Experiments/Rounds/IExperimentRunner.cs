using Landspeed.Results;

namespace Landspeed.Experiments.Rounds;

/// <summary>Plans and runs experiments.</summary>
public interface IExperimentRunner
{
    /// <summary>Reads the setup of an interrupted experiment from its journal.</summary>
    /// <param name="journal">The file.</param>
    /// <param name="word">What the experiment is called in messages.</param>
    /// <returns>The setup, with the seed that the rest of the experiment needs.</returns>
    /// <exception cref="ExperimentException">The journal does not exist, or is not a journal of an
    /// experiment.</exception>
    SetupRecord SetupOf(string journal, string word);

    /// <summary>Checks an experiment against the machine; leaves nothing behind.</summary>
    /// <param name="task">The experiment.</param>
    /// <returns>What <see cref="Run"/> will do; for a resumed experiment with the runs that already exist.</returns>
    /// <exception cref="ExperimentException">It is impossible, or is refused: for example because the experiment to
    /// resume had other options, or was started on another machine or file system or with another method; the message
    /// names the differences.</exception>
    ExperimentPlan Plan(ExperimentTask task);

    /// <summary>Prepares, runs the trials in random interleaved rounds, and cleans up.</summary>
    /// <param name="task">The experiment.</param>
    /// <param name="plan">From <see cref="Plan"/>.</param>
    /// <param name="progress">Receives the progress, or null.</param>
    /// <param name="stop">Ends it early: the document then covers what was done and is marked partial. Before the first
    /// complete run an <see cref="OperationCanceledException"/> is thrown instead.</param>
    /// <returns>The result; the journal remains until <see cref="Forget"/>.</returns>
    /// <exception cref="ExperimentException">It failed before the first complete run.</exception>
    /// <exception cref="IOException">It failed before the first complete run, because the system refused an
    /// operation.</exception>
    ExperimentResult Run(
        ExperimentTask task, ExperimentPlan plan, IProgress<ExperimentProgress>? progress, CancellationToken stop);

    /// <summary>
    /// Removes the journal of a complete experiment whose result is safe; a journal that its task keeps belongs to the
    /// user from now on.
    /// </summary>
    /// <param name="task">The experiment.</param>
    /// <exception cref="IOException">The journal cannot be removed.</exception>
    /// <exception cref="UnauthorizedAccessException">The journal cannot be removed.</exception>
    void Forget(ExperimentTask task);

    /// <summary>
    /// Removes what an experiment in progress has created and makes it fail; may be called from any thread, at any
    /// time.
    /// </summary>
    void Abandon();
}
