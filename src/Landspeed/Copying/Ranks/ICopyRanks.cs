using Landspeed.Copying.Sharing;

namespace Landspeed.Copying.Ranks;

/// <summary>The ranks that make one copy together, as the copy sees them.</summary>
/// <remarks>
/// All calls except <see cref="NameOf"/> are collective: each rank makes them, in the same order. If one rank fails,
/// they throw on all others. For use by one thread.
/// </remarks>
internal interface ICopyRanks
{
    /// <summary>Number of this rank: 0 to <see cref="Size"/> - 1.</summary>
    int Rank { get; }

    /// <summary>Number of ranks, 2 or more.</summary>
    int Size { get; }

    /// <summary>Returns the name of a rank in messages, with its host.</summary>
    string NameOf(int rank);

    /// <summary>Collects bytes of all ranks on rank 0.</summary>
    /// <param name="step">Purpose of the call, the same on all ranks.</param>
    /// <param name="bytes">This rank's bytes.</param>
    /// <returns>On rank 0 one array per rank, in rank order; empty on the others.</returns>
    IReadOnlyList<byte[]> Gather(string step, byte[] bytes);

    /// <summary>Sends bytes of rank 0 to all ranks.</summary>
    /// <param name="step">Purpose of the call, the same on all ranks.</param>
    /// <param name="bytes">Rank 0's bytes; ignored on the others.</param>
    /// <returns>Rank 0's bytes.</returns>
    byte[] Spread(string step, byte[] bytes);

    /// <summary>Opens the exchange with the pool.</summary>
    /// <param name="pool">The pool of rank 0; null on the others.</param>
    IWorkExchange Open(WorkPool? pool);

    /// <summary>Closes the exchange when the work of all ranks is done.</summary>
    void Close();
}
