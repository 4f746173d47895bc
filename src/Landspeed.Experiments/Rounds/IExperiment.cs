using Landspeed.Results;

namespace Landspeed.Experiments.Rounds;

/// <summary>An experiment with its options: it defines what is run and what is concluded.</summary>
/// <remarks>
/// Created from its options alone, without touching anything. For use by one thread, except <see cref="CleanUp"/> and
/// <see cref="Abandon"/>.
/// </remarks>
public interface IExperiment
{
    /// <summary>What the experiment is called in messages.</summary>
    string Word => "experiment";

    /// <summary>Checks the options against the machine; leaves nothing behind.</summary>
    /// <param name="now">The time of day, for the document.</param>
    /// <returns>What the experiment will do.</returns>
    /// <exception cref="ExperimentException">It is impossible, or is refused.</exception>
    ExperimentPlan Plan(DateTimeOffset now);

    /// <summary>
    /// Tells whether an experiment that was read can have been planned here: its journal may have been changed.
    /// </summary>
    /// <param name="read">The first line of a journal, checked for what all experiments have.</param>
    bool Permits(ResultDocument read) => true;

    /// <summary>Does the same as <see cref="Plan"/> for an experiment that was interrupted.</summary>
    /// <param name="begun">The contents of its journal; not partial if no run is missing.</param>
    /// <param name="now">The time of day, for the document.</param>
    /// <returns>What the experiment would do if it were started now; the runner decides whether it is still the
    /// same.</returns>
    /// <exception cref="ExperimentException">It is impossible, or is refused.</exception>
    ExperimentPlan Resume(ResultDocument begun, DateTimeOffset now) => Plan(now);

    /// <summary>
    /// Creates the files that the cases need; files from an interrupted run are used or created again.
    /// </summary>
    /// <param name="monitor">Stops it, and receives its progress.</param>
    /// <returns>The cases, one for each pending cell of the plan, in any order.</returns>
    /// <exception cref="IOException">The system refused.</exception>
    /// <exception cref="ExperimentException">Refused, or out of space.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    IReadOnlyList<ICase> Prepare(ProgressMonitor monitor);

    /// <summary>
    /// Small cases that are run before the first round and not recorded, so that no first run measures code that is not
    /// yet compiled. Valid after <see cref="Prepare"/>.
    /// </summary>
    IEnumerable<ICase> WarmUps => [];

    /// <summary>
    /// Takes over what an interrupted experiment left, so that it can be cleaned up, instead of <see cref="Prepare"/>
    /// if no run is missing.
    /// </summary>
    void TakeOver()
    {
    }

    /// <summary>Computes the curves through the cells; a pure function.</summary>
    /// <param name="cells">All cells in their current state.</param>
    IReadOnlyList<CurveRecord> Curves(IReadOnlyList<CellRecord> cells) => [];

    /// <summary>Adds to cells what only a comparison between them shows; a pure function.</summary>
    /// <param name="cells">All cells in their current state.</param>
    /// <returns>The same cells in the same order.</returns>
    IReadOnlyList<CellRecord> Compare(IReadOnlyList<CellRecord> cells) => cells;

    /// <summary>Draws conclusions; a pure function of the cells.</summary>
    /// <param name="cells">All cells in their current state.</param>
    /// <returns>Sentences; none while too little has been measured.</returns>
    IReadOnlyList<ConclusionRecord> Conclude(IReadOnlyList<CellRecord> cells) => [];

    /// <summary>Keeps what was created for the user, after every run was made and none was stopped.</summary>
    void Complete()
    {
    }

    /// <summary>
    /// Removes what the experiment created, unless its options keep it; may be called from any thread, and repeatedly.
    /// </summary>
    void CleanUp();

    /// <summary>
    /// Does the same while the experiment is running, which makes it fail; may be called from any thread, at any time.
    /// </summary>
    void Abandon() => CleanUp();
}
