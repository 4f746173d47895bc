using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Rounds;

/// <summary>An experiment with its options: what is run, and what is concluded.</summary>
/// <remarks>
/// Made from its options alone, touching nothing. For one thread, but for <see cref="CleanUp"/> and <see cref="Abandon"/>.
/// </remarks>
public interface IExperiment
{
    /// <summary>What it is called in messages.</summary>
    string Word => "experiment";

    /// <summary>Checks the options against the machine; leaves nothing behind.</summary>
    /// <param name="now">The time of day, for the document.</param>
    /// <returns>What the experiment is going to do.</returns>
    /// <exception cref="ExperimentException">It cannot be done, or is refused.</exception>
    ExperimentPlan Plan(DateTimeOffset now);

    /// <summary>Whether an experiment that was read can have been planned here: its journal may have been changed.</summary>
    /// <param name="read">The first line of a journal, checked for what all experiments have.</param>
    bool Permits(ResultDocument read) => true;

    /// <summary>The same as <see cref="Plan"/> for one that was interrupted.</summary>
    /// <param name="begun">What its journal holds; not partial when no run is missing.</param>
    /// <param name="now">The time of day, for the document.</param>
    /// <returns>What the experiment would do if it were begun now; the runner says whether it is still the same.</returns>
    /// <exception cref="ExperimentException">It cannot be done, or is refused.</exception>
    ExperimentPlan Resume(ResultDocument begun, DateTimeOffset now) => Plan(now);

    /// <summary>Makes the files that the cases need; what is there from an interrupted run is used or made anew.</summary>
    /// <param name="monitor">Stops it, and receives how far it is.</param>
    /// <returns>The cases, one for each pending cell of the plan, in any order.</returns>
    /// <exception cref="IOException">The system refused.</exception>
    /// <exception cref="ExperimentException">Refused, or out of space.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    IReadOnlyList<ICase> Prepare(ProgressMonitor monitor);

    /// <summary>
    /// Small cases that are run before the first round and not recorded, so that no first run is one of code that is not
    /// compiled yet. After <see cref="Prepare"/>.
    /// </summary>
    IEnumerable<ICase> WarmUps => [];

    /// <summary>
    /// Takes over what an interrupted experiment left, to be cleaned up, instead of <see cref="Prepare"/>: no run is missing.
    /// </summary>
    void TakeOver()
    {
    }

    /// <summary>Computes the curves through the cells; a pure function.</summary>
    /// <param name="cells">All cells as they are now.</param>
    IReadOnlyList<CurveRecord> Curves(IReadOnlyList<CellRecord> cells) => [];

    /// <summary>Adds to cells what only a comparison of them tells; a pure function.</summary>
    /// <param name="cells">All cells as they are now.</param>
    /// <returns>The same cells in the same order.</returns>
    IReadOnlyList<CellRecord> Compare(IReadOnlyList<CellRecord> cells) => cells;

    /// <summary>Draws conclusions; a pure function of the cells.</summary>
    /// <param name="cells">All cells as they are now.</param>
    /// <returns>Sentences; none while too little is measured.</returns>
    IReadOnlyList<ConclusionRecord> Conclude(IReadOnlyList<CellRecord> cells) => [];

    /// <summary>Lets stay what was made for the user: every run was made, and none was stopped.</summary>
    void Complete()
    {
    }

    /// <summary>Removes what the experiment made, unless its options keep it; from any thread, also a second time.</summary>
    void CleanUp();

    /// <summary>The same while the experiment is running, which is about to fail of it; from any thread, at any time.</summary>
    void Abandon() => CleanUp();
}
