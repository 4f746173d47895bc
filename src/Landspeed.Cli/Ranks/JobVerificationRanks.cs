using Landspeed.Experiments.Copying;

namespace Landspeed.Cli.Ranks;

/// <summary>The ranks of a job as a verification sees them.</summary>
/// <param name="job">This rank, not alone.</param>
internal sealed class JobVerificationRanks(JobRank job) : IVerificationRanks
{
    private volatile bool _isBroken;

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
        job.Group.BeginAsking((_, question) => answer(question));
    }

    /// <inheritdoc/>
    public byte[] Ask(byte[] question)
    {
        try
        {
            return job.Group.Ask(question);
        }
        catch
        {
            _isBroken = true;
            throw;
        }
    }

    /// <inheritdoc/>
    public void End()
    {
        // The failure of the question should be reported.
        if (!_isBroken)
        {
            job.Group.EndAsking();
        }
    }
}
