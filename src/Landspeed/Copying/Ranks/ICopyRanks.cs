using Landspeed.Copying.Sharing;

namespace Landspeed.Copying.Ranks;

/// <summary>The ranks that make one copy together, as the copy sees them.</summary>
/// <remarks>
/// All calls but <see cref="NameOf"/> are collective: each rank makes them, in the same order. When a rank has failed they throw on all others.
/// For one thread.
/// </remarks>
internal interface ICopyRanks
{
    /// <summary>Number of this rank: 0 to <see cref="Size"/> - 1.</summary>
    int Rank { get; }

    /// <summary>How many ranks there are: 2 or more.</summary>
    int Size { get; }

    /// <summary>How messages name a rank, with its host.</summary>
    string NameOf(int rank);

    /// <summary>Brings bytes of all ranks to rank 0.</summary>
    /// <param name="step">What it is for, the same on all ranks.</param>
    /// <param name="bytes">This rank's.</param>
    /// <returns>On rank 0 one array a rank, in their order; on the others nothing.</returns>
    IReadOnlyList<byte[]> Gather(string step, byte[] bytes);

    /// <summary>Brings bytes of rank 0 to all.</summary>
    /// <param name="step">What it is for, the same on all ranks.</param>
    /// <param name="bytes">Those of rank 0; of the others they are not looked at.</param>
    /// <returns>Those of rank 0.</returns>
    byte[] Spread(string step, byte[] bytes);

    /// <summary>Opens the way to the pool.</summary>
    /// <param name="pool">The pool of rank 0; null on the others.</param>
    IWorkExchange Open(WorkPool? pool);

    /// <summary>Closes it: the work of all is done.</summary>
    void Close();
}
