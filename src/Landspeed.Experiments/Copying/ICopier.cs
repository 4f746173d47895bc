using Landspeed.Copying;

namespace Landspeed.Experiments.Copying;

/// <summary>Makes copies, and finds what interrupted copies left.</summary>
public interface ICopier
{
    /// <summary>Makes a copy; returns when it is durable under its name.</summary>
    /// <param name="task">What to copy and how.</param>
    /// <param name="progress">Receives the progress often, on threads of the copier, one call at a time; or
    /// null.</param>
    /// <param name="stop">Ends it early, in a state that can be resumed.</param>
    /// <returns>What was done.</returns>
    /// <exception cref="CopyException">The file was not copied, or the tree was refused; the target is
    /// unchanged.</exception>
    /// <exception cref="OperationCanceledException">Stopped; for a tree the result may report that instead.</exception>
    CopyResult Copy(CopyTask task, IProgress<CopyProgress>? progress, CancellationToken stop);

    /// <summary>Finds what interrupted copies left in and below a directory, without touching anything.</summary>
    /// <param name="directory">The directory.</param>
    /// <returns>What would be removed, and, with a problem, what would not.</returns>
    /// <exception cref="IOException">The directory cannot be read.</exception>
    IReadOnlyList<Leftover> FindLeft(FilePath directory);

    /// <summary>Removes what interrupted copies left in and below a directory.</summary>
    /// <param name="directory">The directory.</param>
    /// <returns>What was removed, and, with a problem, what was not.</returns>
    /// <exception cref="IOException">The directory cannot be read.</exception>
    IReadOnlyList<Leftover> RemoveLeft(FilePath directory);
}
