using Landspeed.Copying.Sharing;

namespace Landspeed.Mpi;

/// <summary>Carries questions of work sharing through a group. From <see cref="Begin"/> to <see cref="Dispose"/>, both collective.</summary>
internal sealed class GroupExchange : IWorkExchange, IDisposable
{
    private readonly IProcessGroup _group;
    private volatile bool _isBroken;

    private GroupExchange(IProcessGroup group) => _group = group;

    /// <inheritdoc/>
    public int Rank => _group.Rank;

    /// <inheritdoc/>
    public int Size => _group.Size;

    /// <summary>Begins, on all ranks. Collective.</summary>
    /// <param name="group">The group, which the caller goes on owning.</param>
    /// <param name="pool">The pool, on rank 0; null on the others.</param>
    /// <param name="clock">The pool's clock.</param>
    /// <param name="stop">Ends the wait for late peers.</param>
    /// <exception cref="ProcessGroupException">A peer has left, or ended the job.</exception>
    internal static GroupExchange Begin(IProcessGroup group, WorkPool? pool, TimeProvider clock, CancellationToken stop)
    {
        group.BeginAsking(pool is null ? null : (_, question) => pool.Answer(question, clock.GetElapsedTime(0)), stop);
        return new GroupExchange(group);
    }

    /// <inheritdoc/>
    public byte[] Ask(byte[] question, CancellationToken stop)
    {
        try
        {
            return _group.Ask(question, stop);
        }
        catch
        {
            _isBroken = true;
            throw;
        }
    }

    /// <summary>Ends it. Collective; after a question that failed nothing, since the group is broken on this rank: what failed is to be told, not that.</summary>
    public void Dispose()
    {
        if (!_isBroken)
        {
            _group.EndAsking();
        }
    }
}
