using Landspeed.Copying.Sharing;

namespace Landspeed.Mpi;

/// <summary>
/// Carries questions of work sharing through a group, from <c>Begin</c> to <see cref="Dispose"/>, which are both
/// collective.
/// </summary>
internal sealed class GroupExchange : IWorkExchange, IDisposable
{
    private readonly IProcessGroup _group;
    private volatile bool _isBroken;

    private GroupExchange(IProcessGroup group) => _group = group;

    /// <inheritdoc/>
    public int Rank => _group.Rank;

    /// <inheritdoc/>
    public int Size => _group.Size;

    /// <summary>Begins the exchange on all ranks. Collective.</summary>
    /// <param name="group">The group; still owned by the caller.</param>
    /// <param name="pool">The pool, on rank 0; null on the others.</param>
    /// <param name="clock">The pool's clock.</param>
    /// <param name="stop">Ends the wait for late peers.</param>
    /// <exception cref="ProcessGroupException">A peer has left or has ended the job.</exception>
    internal static GroupExchange Begin(IProcessGroup group, WorkPool? pool, TimeProvider clock, CancellationToken stop)
    {
        return Begin(group, pool is null ? null : question => pool.Answer(question, clock.GetElapsedTime(0)), stop);
    }

    /// <summary>Begins the exchange on all ranks. Collective.</summary>
    /// <param name="group">The group; still owned by the caller.</param>
    /// <param name="answer">Answers on rank 0, on one thread at a time; others may pass null.</param>
    /// <param name="stop">Ends the wait for late peers.</param>
    /// <exception cref="ProcessGroupException">A peer has left or has ended the job.</exception>
    internal static GroupExchange Begin(IProcessGroup group, Func<byte[], byte[]>? answer, CancellationToken stop)
    {
        group.BeginAsking(answer is null ? null : (_, question) => answer(question), stop);
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

    /// <summary>
    /// Ends the exchange. Collective. After a failed question it does nothing, because the group is broken on this rank
    /// and the failure itself should be reported.
    /// </summary>
    public void Dispose()
    {
        if (!_isBroken)
        {
            _group.EndAsking();
        }
    }
}
