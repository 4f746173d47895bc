using Landspeed.Copying;
using Landspeed.Platform;

namespace Landspeed.Experiments.Copying;

/// <summary>Makes copies, and finds what interrupted ones left.</summary>
public interface ICopier
{
    /// <summary>Makes a copy; returns when it is durable under its name.</summary>
    /// <param name="task">What and how.</param>
    /// <param name="progress">Told often where it stands, by threads of the copier, one at a time; or null.</param>
    /// <param name="stop">Ends it early, in a state that can be continued.</param>
    /// <returns>What was done.</returns>
    /// <exception cref="CopyException">The file did not come about, or the tree was refused; the target is as it was.</exception>
    /// <exception cref="OperationCanceledException">Stopped; a tree may say so in its result instead.</exception>
    CopyResult Copy(CopyTask task, IProgress<CopyProgress>? progress, CancellationToken stop);

    /// <summary>Finds what interrupted copies left below a directory.</summary>
    /// <param name="directory">The directory.</param>
    /// <returns>The files, nothing of them touched.</returns>
    /// <exception cref="IOException">The directory cannot be read.</exception>
    IReadOnlyList<LeftFile> FindLeft(FilePath directory);

    /// <summary>Removes what <see cref="FindLeft"/> found.</summary>
    /// <param name="left">One of the files.</param>
    /// <exception cref="IOException">It cannot be removed, or a copy that runs uses it.</exception>
    void Remove(LeftFile left);
}
