using System.Globalization;
using Landspeed.Experiments.Ranks;
using Landspeed.Mpi;
using Landspeed.Results.Ranks;

namespace Landspeed.Cli.Ranks;

/// <summary>The ranks of a job as an experiment sees them.</summary>
internal sealed class MeasuringRanks : IRanks
{
    // One message to each rank, and a sleeping thread that is scheduled again, also with more ranks than processors.
    private static readonly TimeSpan s_delay = TimeSpan.FromMilliseconds(100);

    private readonly JobRank _rank;

    private MeasuringRanks(JobRank rank, long job)
    {
        _rank = rank;
        Self = new RankRecord { Number = rank.Rank, Size = rank.Size, Host = rank.Group.Host, Job = job.ToString("x16", CultureInfo.InvariantCulture) };
    }

    /// <inheritdoc/>
    public RankRecord Self { get; }

    /// <summary>The ranks of a job; null: this process is alone. Collective.</summary>
    /// <param name="rank">Which of them this is.</param>
    /// <param name="job">A random number; that of rank 0 names the job.</param>
    internal static MeasuringRanks? Of(JobRank rank, ulong job)
    {
        if (rank.IsAlone)
        {
            return null;
        }

        rank.Meet("the job");
        return new MeasuringRanks(rank, rank.Tell((long)(job >> 1)));
    }

    /// <inheritdoc/>
    public void Meet(string step, CancellationToken stop) => _rank.Meet(step, stop);

    /// <inheritdoc/>
    public long Tell(long value, CancellationToken stop) => _rank.Tell(value, stop);

    /// <inheritdoc/>
    public AgreedMoment AgreeOnStart(CancellationToken stop)
    {
        AgreedStart agreed = _rank.AgreeOnStart(s_delay, stop);
        return new AgreedMoment(agreed.Timestamp, agreed.ClockError);
    }
}
