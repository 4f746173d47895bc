using Landspeed.Engine;

namespace Landspeed.Files.Transfers;

/// <summary>
/// Buffers of one size, a transfer in each, and the engine that executes them: the loop of whatever moves the bytes of
/// files with several requests in flight and needs no time stamp of each.
/// </summary>
/// <remarks>For use by one thread. Allocates nothing per transfer.</remarks>
internal sealed class TransferRing : IDisposable
{
    private readonly AlignedBufferPool _memory;
    private readonly Transfer[] _transfers;
    private readonly IoCompletion[] _completions;
    private readonly int[] _ended;

    /// <summary>Creates the buffers.</summary>
    /// <param name="engine">An engine of this depth; owned by the ring, even if this throws.</param>
    /// <param name="count">Number of buffers, and of transfers in flight.</param>
    /// <param name="size">Size of a buffer in bytes.</param>
    /// <param name="alignment">Alignment of a buffer in bytes.</param>
    internal TransferRing(
        IIoEngine engine, int count, int size, int alignment = AlignedBufferPool.MinAlignment)
    {
        Engine = engine;
        try
        {
            _memory = new AlignedBufferPool(count, size, alignment);
            engine.AttachMemory(_memory.Address, _memory.Length);
        }
        catch
        {
            Dispose();
            throw;
        }

        (_transfers, _completions, _ended) = (new Transfer[count], new IoCompletion[count], new int[count]);
    }

    /// <summary>Executes the transfers; files are attached to it.</summary>
    internal IIoEngine Engine { get; }

    /// <summary>True if nothing is in flight.</summary>
    internal bool IsIdle => Engine.Outstanding == 0;

    /// <summary>Size of all buffers in bytes.</summary>
    internal long MemoryLength => _memory.Length;

    /// <summary>Returns a buffer's address.</summary>
    internal nint AddressOf(int slot) => _memory.AddressOf(slot);

    /// <summary>Returns a buffer.</summary>
    internal Span<byte> BytesOf(int slot) => _memory.SpanOf(slot);

    /// <summary>Returns the transfer in a buffer, or the last one that was.</summary>
    internal ref readonly Transfer TransferOf(int slot) => ref _transfers[slot];

    /// <summary>Starts a transfer.</summary>
    /// <param name="slot">Its buffer, which is its tag, too; no transfer of it is in flight.</param>
    /// <param name="transfer">The transfer.</param>
    internal void Start(int slot, in Transfer transfer)
    {
        _transfers[slot] = transfer;
        Engine.TryQueue(transfer.Next);
    }

    /// <summary>Waits until a transfer ends, or goes on with one that moved a part; one must be in flight.</summary>
    /// <param name="deadline">When to stop waiting, in ticks of the stopwatch.</param>
    /// <returns>The buffers whose transfers have ended, however; valid until the next call. May be empty.</returns>
    internal ReadOnlySpan<int> Reap(long deadline = EngineLimits.NoDeadline)
    {
        int ended = 0;
        int count = Engine.Reap(_completions, 1, deadline);
        foreach (ref readonly IoCompletion completion in _completions.AsSpan(0, count))
        {
            int slot = (int)completion.Tag;
            if (_transfers[slot].Take(completion.Result) == TransferState.Unfinished)
            {
                Engine.TryQueue(_transfers[slot].Next);
            }
            else
            {
                _ended[ended++] = slot;
            }
        }

        return _ended.AsSpan(0, ended);
    }

    /// <summary>Waits for requests in flight, then releases engine and buffers.</summary>
    public void Dispose()
    {
        Engine.Dispose();
        _memory?.Dispose();
    }
}
