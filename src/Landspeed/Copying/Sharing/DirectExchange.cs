namespace Landspeed.Copying.Sharing;

/// <summary>Asks a pool of the same process: of rank 0 itself, and of ranks that are threads.</summary>
/// <param name="pool">The pool.</param>
/// <param name="rank">Who asks.</param>
/// <param name="clock">The pool's clock: the same for all who ask it.</param>
internal sealed class DirectExchange(WorkPool pool, int rank, TimeProvider clock) : IWorkExchange
{
    /// <inheritdoc/>
    public int Rank => rank;

    /// <inheritdoc/>
    public int Size => pool.Size;

    /// <inheritdoc/>
    public byte[] Ask(byte[] question, CancellationToken stop) => pool.Answer(question, clock.GetElapsedTime(0));
}
