namespace Landspeed.Streams.Direct;

/// <summary>
/// A small set of aligned blocks of one length, for bytes whose address or offset is not aligned; four are mapped at a
/// time.
/// </summary>
/// <remarks>
/// Thread-safe. An operation that finds no free block waits; no operation waits for a block while it holds one.
/// </remarks>
internal sealed class BounceMemory : IDisposable
{
    private const int MappedAtOnce = 4;

    private readonly Lock _gate = new();
    private readonly int _alignment;
    private readonly AlignedBufferPool?[] _memory;

    /// <summary>Creates the object without mapping memory.</summary>
    internal BounceMemory(int count, int blockLength, int alignment)
    {
        _memory = new AlignedBufferPool?[(count + MappedAtOnce - 1) / MappedAtOnce];
        _alignment = alignment;
        BlockLength = blockLength;
        Turns = new TurnQueue(count);
    }

    internal int BlockLength { get; }

    /// <summary>The queue whose tickets are the blocks.</summary>
    internal TurnQueue Turns { get; }

    /// <summary>Returns the address of a ticket's block.</summary>
    /// <exception cref="NativeIOException">There is not enough memory.</exception>
    internal nint AddressOf(int ticket)
    {
        ref AlignedBufferPool? group = ref _memory[ticket / MappedAtOnce];
        AlignedBufferPool? memory = Volatile.Read(ref group);
        if (memory is null)
        {
            lock (_gate)
            {
                memory = group ??= new AlignedBufferPool(MappedAtOnce, BlockLength, _alignment);
            }
        }

        return memory.AddressOf(ticket % MappedAtOnce);
    }

    public void Dispose()
    {
        foreach (AlignedBufferPool? memory in _memory)
        {
            memory?.Dispose();
        }
    }
}
