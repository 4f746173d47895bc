using Landspeed.Copying;
using Landspeed.Platform;

namespace Landspeed.Experiments.Copying;

/// <summary>Makes copies, and finds what interrupted ones left.</summary>
public interface ICopier
{
    /// <summary>Makes a copy; returns when it is durable under its name.</summary>
    /// <param name="task">What and how.</param>
    /// <param name="progress">Receives often where it stands, by threads of the copier, one at a time; or null.</param>
    /// <param name="stop">Ends it early, in a state that can be continued.</param>
    /// <returns>What was done.</returns>
    /// <exception cref="CopyException">The file did not come about, or the tree was refused; the target is as it was.</exception>
    /// <exception cref="OperationCanceledException">Stopped; a tree may say so in its result instead.</exception>
    CopyResult Copy(CopyTask task, IProgress<CopyProgress>? progress, CancellationToken stop);

    /// <summary>Finds what interrupted copies left in a directory and all below, and touches nothing.</summary>
    /// <param name="directory">The directory.</param>
    /// <returns>What would be removed, and with a problem what would not.</returns>
    /// <exception cref="IOException">The directory cannot be read.</exception>
    IReadOnlyList<Leftover> FindLeft(FilePath directory);

    /// <summary>Removes what interrupted copies left in a directory and all below.</summary>
    /// <param name="directory">The directory.</param>
    /// <returns>What was removed, and with a problem what was not.</returns>
    /// <exception cref="IOException">The directory cannot be read.</exception>
    IReadOnlyList<Leftover> RemoveLeft(FilePath directory);
}
