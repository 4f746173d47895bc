using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Measuring;

/// <summary>Plans and runs measurements.</summary>
public interface IMeasurementRunner
{
    /// <summary>Checks the options against the machine; touches nothing.</summary>
    /// <param name="options">One case.</param>
    /// <returns>What <see cref="Run"/> is going to do.</returns>
    /// <exception cref="ExperimentException">It cannot be done, or is refused.</exception>
    MeasurementPlan Plan(MeasurementOptions options);

    /// <summary>Prepares the file, runs the case as often as asked, and cleans up.</summary>
    /// <param name="plan">From <see cref="Plan"/>.</param>
    /// <param name="progress">Told where it stands, from the calling thread; or null.</param>
    /// <param name="stop">
    /// Ends the run early: the document then covers what was done and is marked partial. Before the first measured
    /// request an <see cref="OperationCanceledException"/> is thrown instead. A file that the run created is removed
    /// unless the options keep it.
    /// </param>
    /// <returns>The result.</returns>
    /// <exception cref="ExperimentException">The run failed; a file that it created is removed unless the options keep it.</exception>
    MeasurementDocument Run(
        MeasurementPlan plan, IProgress<MeasurementProgress>? progress, CancellationToken stop);

    /// <summary>Removes what a run in progress has created, unless its options keep it, and lets the run fail.</summary>
    /// <remarks>For a process that is about to end without waiting for the run. From any thread, at any time.</remarks>
    void Abandon();
}
