using Landspeed.Files;

namespace Landspeed.Streams.Direct;

/// <summary>A few aligned blocks of one length, for bytes whose address or offset is not aligned; four are mapped at a
/// time.</summary>
/// <remarks>Thread-safe. An operation that finds no free block waits; none waits for a block while holding one.</remarks>
internal sealed class BounceMemory : IDisposable
{
    private const int MappedAtOnce = 4;

    private readonly Lock _gate = new();
    private readonly int _alignment;
    private readonly AlignedBufferPool?[] _memory;

    /// <summary>Maps nothing yet.</summary>
    internal BounceMemory(int count, int blockLength, int alignment)
    {
        _memory = new AlignedBufferPool?[(count + MappedAtOnce - 1) / MappedAtOnce];
        _alignment = alignment;
        BlockLength = blockLength;
        Turns = new TurnQueue(count);
    }

    /// <summary>Bytes of a block.</summary>
    internal int BlockLength { get; }

    /// <summary>Its tickets are the blocks.</summary>
    internal TurnQueue Turns { get; }

    /// <summary>The address of the block of a ticket.</summary>
    /// <exception cref="Platform.NativeIOException">There is not enough memory.</exception>
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
