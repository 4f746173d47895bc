namespace Landspeed.Experiments.Copying;

/// <summary>The processes that verify together, as the verification sees them.</summary>
/// <remarks>
/// All calls except <see cref="Ask"/> and <see cref="NameOf"/> are collective; if a rank has failed they throw on all
/// others.
/// </remarks>
public interface IVerificationRanks
{
    /// <summary>Number of this rank, from 0.</summary>
    int Rank { get; }

    /// <summary>Returns how messages name a rank.</summary>
    /// <param name="rank">Its number.</param>
    /// <returns>Number and host.</returns>
    string NameOf(int rank);

    /// <summary>Sends bytes of all ranks to rank 0.</summary>
    /// <param name="step">Its purpose, the same on all ranks.</param>
    /// <param name="bytes">This rank's bytes.</param>
    /// <returns>On rank 0 one array per rank, in their order; empty on the others.</returns>
    IReadOnlyList<byte[]> Gather(string step, byte[] bytes);

    /// <summary>Starts to answer questions on rank 0.</summary>
    /// <param name="answer">Answers quickly, on one thread at a time; not called on other ranks.</param>
    void Begin(Func<byte[], byte[]> answer);

    /// <summary>Asks rank 0; safe for all threads.</summary>
    /// <param name="question">Any bytes.</param>
    /// <returns>The answer.</returns>
    byte[] Ask(byte[] question);

    /// <summary>Ends what <see cref="Begin"/> started.</summary>
    void End();
}
