using Landspeed.Copying;
using Landspeed.Copying.Ranks;
using Landspeed.Experiments.Copying;

namespace Landspeed.Cli.Ranks;

/// <summary>Makes copies together with the other ranks of a job. Collective.</summary>
/// <param name="job">This rank, not alone.</param>
/// <param name="settings">How finely work is shared out.</param>
internal sealed class RankCopier(JobRank job, RankSettings settings) : ICopier
{
    /// <inheritdoc/>
    public CopyResult Copy(CopyTask task, IProgress<CopyProgress>? progress, CancellationToken stop) => task switch
    {
        { Subject: CopySubject.Tree, Source: { } source, Target: { } target, Options: TreeCopyOptions options } =>
            RankCopy.Execute(new JobCopyRanks(job), source, target, options, settings, progress, stop),
        { Subject: CopySubject.File, Source: { } source, Target: { } target } =>
            RankFileCopy.Execute(new JobCopyRanks(job), source, target, task.Options, settings, progress, stop),
        _ => throw new ArgumentException("several ranks can copy a file or a tree, but not a stream", nameof(task)),
    };

    /// <inheritdoc/>
    public IReadOnlyList<Leftover> FindLeft(FilePath directory) => throw new NotSupportedException();

    /// <inheritdoc/>
    public IReadOnlyList<Leftover> RemoveLeft(FilePath directory) => throw new NotSupportedException();
}
