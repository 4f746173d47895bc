namespace Landspeed.Experiments.Sweeping;

/// <summary>Plans and runs sweeps.</summary>
public interface ISweepRunner
{
    /// <summary>Checks the options against the machine; leaves nothing behind.</summary>
    /// <param name="options">The grid.</param>
    /// <returns>What <see cref="Run"/> is going to do.</returns>
    /// <exception cref="ExperimentException">
    /// It cannot be done, or is refused: also when a sweep to resume was made on another machine, file system or grid, or
    /// with another method; names the differences.
    /// </exception>
    SweepPlan Plan(SweepOptions options);

    /// <summary>Prepares the files, runs the cases in random interleaved rounds, and cleans up.</summary>
    /// <param name="plan">From <see cref="Plan"/>.</param>
    /// <param name="progress">Told where it stands, from the calling thread; or null.</param>
    /// <param name="stop">
    /// Ends the sweep early: the document then covers what was done and is marked partial. Before the first complete run
    /// an <see cref="OperationCanceledException"/> is thrown instead.
    /// </param>
    /// <returns>
    /// The result; the journal stays until <see cref="Forget"/>. A cell whose run failed is marked so, and the others go
    /// on; but out of space and a changed file end the sweep early.
    /// </returns>
    /// <exception cref="ExperimentException">It failed before the first complete run.</exception>
    /// <exception cref="Platform.NativeIOException">The same, where the system refused.</exception>
    SweepResult Run(SweepPlan plan, IProgress<SweepProgress>? progress, CancellationToken stop);

    /// <summary>Removes the journal of a complete sweep whose result is safe, unless its options keep it.</summary>
    /// <param name="plan">Of the sweep.</param>
    /// <exception cref="IOException">It cannot be removed.</exception>
    /// <exception cref="UnauthorizedAccessException">The same.</exception>
    void Forget(SweepPlan plan);

    /// <summary>Removes what a sweep in progress has made, unless its options keep it, and lets it fail.</summary>
    /// <remarks>For a process that is about to end without waiting for the sweep. From any thread, at any time.</remarks>
    void Abandon();
}
