using Landspeed.Experiments.Copying;
using Landspeed.Mpi;

namespace Landspeed.Cli.Ranks;

/// <summary>The ranks of a job as a verification sees them.</summary>
/// <param name="job">This rank, not alone.</param>
internal sealed class JobVerificationRanks(JobRank job) : IVerificationRanks
{
    private GroupExchange? _exchange;

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
    public void Begin(Func<byte[], byte[]> answer)
    {
        job.Meet("verify: files");
        _exchange = GroupExchange.Begin(job.Group, answer, CancellationToken.None);
    }

    /// <inheritdoc/>
    public byte[] Ask(byte[] question) => _exchange!.Ask(question, CancellationToken.None);

    /// <inheritdoc/>
    public void End()
    {
        _exchange?.Dispose();
        _exchange = null;
    }
}
