namespace Landspeed.Experiments.Copying;

/// <summary>The processes that check one manifest together, as the verification sees them.</summary>
/// <remarks>
/// All calls except <see cref="Next"/> and <see cref="NameOf"/> are collective; if a rank has failed they throw on all
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

    /// <summary>Starts to hand out numbers.</summary>
    void Begin();

    /// <summary>Returns the next number that no rank has, from 0; safe for all threads.</summary>
    /// <returns>The number.</returns>
    long Next();

    /// <summary>Ends what <see cref="Begin"/> started.</summary>
    void End();
}
