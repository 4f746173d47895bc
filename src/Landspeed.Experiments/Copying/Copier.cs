using Landspeed.Copying;
using Landspeed.Platform;

namespace Landspeed.Experiments.Copying;

/// <summary>Makes copies on this machine.</summary>
/// <remarks>Safe for all threads.</remarks>
public sealed class Copier : ICopier
{
    /// <inheritdoc/>
    public CopyResult Copy(CopyTask task, IProgress<CopyProgress>? progress, CancellationToken stop)
    {
        ArgumentNullException.ThrowIfNull(task);
        return task.Subject switch
        {
            CopySubject.File => FileCopier.Copy(task.Source!, task.Target!, task.Options, progress, stop),
            _ => throw new ExperimentException(Outcome.Refused, "this build copies single files only; nothing was touched"),
        };
    }

    /// <inheritdoc/>
    public IReadOnlyList<LeftFile> FindLeft(FilePath directory) =>
        throw new ExperimentException(Outcome.Refused, "this build does not look for what copies left; nothing was touched");

    /// <inheritdoc/>
    public void Remove(LeftFile left) =>
        throw new ExperimentException(Outcome.Refused, "this build does not remove what copies left; nothing was touched");
}
