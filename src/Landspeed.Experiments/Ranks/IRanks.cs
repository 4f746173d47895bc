using Landspeed.Results.Ranks;

namespace Landspeed.Experiments.Ranks;

/// <summary>What an experiment needs from the other processes that run it together with this one.</summary>
/// <remarks>
/// All ranks make the same calls in the same order, one at a time. No call is made while a run is timed.
/// </remarks>
public interface IRanks
{
    /// <summary>This rank.</summary>
    RankRecord Self { get; }

    /// <summary>Waits until all ranks are ready for a step.</summary>
    /// <param name="step">The step, the same on all ranks.</param>
    /// <param name="stop">A signal, after which this rank waits only briefly.</param>
    /// <exception cref="ExperimentException">Another rank has failed, and all stop.</exception>
    /// <exception cref="OperationCanceledException">The signal came, and the others did not arrive.</exception>
    /// <exception cref="IOException">The others are gone.</exception>
    void Meet(string step, CancellationToken stop);

    /// <summary>Sends a number from rank 0 to all ranks.</summary>
    /// <param name="value">The number; the values of other ranks are ignored.</param>
    /// <param name="stop">A signal, after which this rank waits only briefly.</param>
    /// <returns>The number of rank 0.</returns>
    /// <exception cref="OperationCanceledException">The signal came, and the others did not arrive.</exception>
    /// <exception cref="IOException">The others are gone.</exception>
    long Tell(long value, CancellationToken stop);

    /// <summary>Agrees on a moment at which all start, about 0.1 s from now.</summary>
    /// <param name="stop">A signal, after which this rank waits only briefly.</param>
    /// <exception cref="OperationCanceledException">The signal came, and the others did not arrive.</exception>
    /// <exception cref="IOException">The others are gone.</exception>
    AgreedMoment AgreeOnStart(CancellationToken stop);
}
