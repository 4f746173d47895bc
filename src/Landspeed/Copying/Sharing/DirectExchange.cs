namespace Landspeed.Copying.Sharing;

/// <summary>Asks a pool in the same process, for rank 0 itself and for ranks that are threads.</summary>
/// <param name="pool">The pool.</param>
/// <param name="rank">The asking rank.</param>
/// <param name="clock">The pool's clock, the same for all ranks that ask it.</param>
internal sealed class DirectExchange(WorkPool pool, int rank, TimeProvider clock) : IWorkExchange
{
    /// <inheritdoc/>
    public int Rank => rank;

    /// <inheritdoc/>
    public int Size => pool.Size;

    /// <inheritdoc/>
    public byte[] Ask(byte[] question, CancellationToken stop) => pool.Answer(question, clock.GetElapsedTime(0));
}
