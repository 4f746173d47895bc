using Landspeed.Experiments.Copying;

namespace Landspeed.Cli.Ranks;

/// <summary>The ranks of a job as the check of a manifest sees them.</summary>
/// <param name="job">This rank, not alone.</param>
internal sealed class JobVerificationRanks(JobRank job) : IVerificationRanks
{
    /// <inheritdoc/>
    public int Rank => job.Rank;

    /// <inheritdoc/>
    public string NameOf(int rank) => job.NameOf(rank);

    /// <inheritdoc/>
    public IReadOnlyList<byte[]> Gather(string step, byte[] bytes)
    {
        job.Meet(step);
        return job.Group.Gather(bytes);
    }

    /// <inheritdoc/>
    public void Begin()
    {
        job.Meet("verify: files");
        job.Group.BeginChunks();
    }

    /// <inheritdoc/>
    public long Next() => job.Group.NextChunk();

    /// <inheritdoc/>
    public void End() => job.Group.EndChunks();
}
