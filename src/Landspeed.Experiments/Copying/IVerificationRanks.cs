namespace Landspeed.Experiments.Copying;

/// <summary>The processes that check one manifest together, as the check sees them.</summary>
/// <remarks>All calls but <see cref="Next"/> and <see cref="NameOf"/> are collective; when a rank has failed they throw on all others.</remarks>
public interface IVerificationRanks
{
    /// <summary>Number of this rank, from 0.</summary>
    int Rank { get; }

    /// <summary>How messages name a rank.</summary>
    /// <param name="rank">Its number.</param>
    /// <returns>Number and host.</returns>
    string NameOf(int rank);

    /// <summary>Brings bytes of all ranks to rank 0.</summary>
    /// <param name="step">What it is for, the same on all ranks.</param>
    /// <param name="bytes">This rank's.</param>
    /// <returns>On rank 0 one array a rank, in their order; on the others nothing.</returns>
    IReadOnlyList<byte[]> Gather(string step, byte[] bytes);

    /// <summary>Begins to hand out numbers.</summary>
    void Begin();

    /// <summary>The next number that no rank has, from 0; safe for all threads.</summary>
    /// <returns>The number.</returns>
    long Next();

    /// <summary>Ends what <see cref="Begin"/> began.</summary>
    void End();
}
