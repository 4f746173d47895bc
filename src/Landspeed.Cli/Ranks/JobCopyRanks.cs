using System.Runtime.InteropServices;
using Landspeed.Copying.Ranks;
using Landspeed.Copying.Sharing;
using Landspeed.Mpi;

namespace Landspeed.Cli.Ranks;

/// <summary>The ranks of a job as a copy sees them. Before each exchange all meet, so that a rank that has failed stops the others.</summary>
/// <param name="job">This rank, not alone.</param>
internal sealed class JobCopyRanks(JobRank job) : ICopyRanks
{
    private const int NumberLength = sizeof(long);
    private GroupExchange? _exchange;

    /// <inheritdoc/>
    public int Rank => job.Rank;

    /// <inheritdoc/>
    public int Size => job.Size;

    /// <inheritdoc/>
    public string NameOf(int rank) => job.NameOf(rank);

    /// <inheritdoc/>
    public IReadOnlyList<byte[]> Gather(string step, byte[] bytes)
    {
        job.Meet(step);
        return job.Group.Gather(bytes);
    }

    /// <inheritdoc/>
    public byte[] Spread(string step, byte[] bytes)
    {
        // A sum to which the others add nothing.
        job.Meet(step);
        long[] length = [job.Rank == 0 ? bytes.Length : 0];
        job.Group.Sum(length);
        long[] numbers = new long[(length[0] + NumberLength - 1) / NumberLength];
        if (job.Rank == 0)
        {
            bytes.CopyTo(MemoryMarshal.AsBytes(numbers.AsSpan()));
        }

        job.Group.Sum(numbers);
        return MemoryMarshal.AsBytes(numbers.AsSpan())[..(int)length[0]].ToArray();
    }

    /// <inheritdoc/>
    public IWorkExchange Open(WorkPool? pool)
    {
        job.Meet("copy: work");
        return _exchange = GroupExchange.Begin(job.Group, pool, TimeProvider.System, CancellationToken.None);
    }

    /// <inheritdoc/>
    public void Close()
    {
        _exchange?.Dispose();
        _exchange = null;
    }
}
