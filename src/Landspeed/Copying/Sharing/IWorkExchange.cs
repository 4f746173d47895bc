namespace Landspeed.Copying.Sharing;

/// <summary>Carries a rank's questions to the pool on rank 0.</summary>
internal interface IWorkExchange
{
    /// <summary>Number of this rank: 0 to <see cref="Size"/> - 1.</summary>
    int Rank { get; }

    /// <summary>Number of ranks, 1 or more.</summary>
    int Size { get; }

    /// <summary>Asks, and waits for the answer. For use by one thread at a time.</summary>
    /// <param name="question">From <see cref="WorkShare.Ask"/>.</param>
    /// <param name="stop">Ends the wait; the exchange cannot be used afterwards.</param>
    /// <returns>From <see cref="WorkPool.Answer"/>.</returns>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    /// <exception cref="IOException">Rank 0 can no longer be reached.</exception>
    byte[] Ask(byte[] question, CancellationToken stop);
}
