using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Trials;

/// <summary>One of the classic experiments with its options: what is run, and what is concluded.</summary>
/// <remarks>
/// Made from its options alone, touching nothing. For one thread, but for <see cref="CleanUp"/>.
/// </remarks>
public interface IExperiment
{
    /// <summary>Checks the options against the machine; leaves nothing behind.</summary>
    /// <param name="now">The time of day, for the document.</param>
    /// <returns>What the experiment is going to do.</returns>
    /// <exception cref="ExperimentException">It cannot be done, or is refused.</exception>
    ExperimentPlan Plan(DateTimeOffset now);

    /// <summary>Makes the files that the trials need; what is there from an interrupted run is used or made anew.</summary>
    /// <param name="control">Stops it; told how far it is.</param>
    /// <returns>The trials, one for each pending cell of the plan, in any order.</returns>
    /// <exception cref="IOException">The system refused.</exception>
    /// <exception cref="ExperimentException">Refused, or out of space.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    IReadOnlyList<ITrial> Prepare(TrialControl control);

    /// <summary>
    /// Small trials that are run before the first round and not recorded, so that no first run is one of code that is not
    /// compiled yet. After <see cref="Prepare"/>.
    /// </summary>
    IEnumerable<ITrial> WarmUps => [];

    /// <summary>Draws conclusions; a pure function of the cells.</summary>
    /// <param name="cells">All cells as they are now.</param>
    /// <returns>Sentences; none while too little is measured.</returns>
    IReadOnlyList<AdviceRecord> Conclude(IReadOnlyList<ExperimentCellRecord> cells) => [];

    /// <summary>Removes what the experiment made, unless its options keep it; from any thread, also a second time.</summary>
    void CleanUp();
}
