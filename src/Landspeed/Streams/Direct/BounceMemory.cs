using System.Runtime.InteropServices;
using Landspeed.Files;

namespace Landspeed.Streams.Direct;

/// <summary>A few aligned blocks of one length, for bytes whose address or offset is not aligned; mapped at first use.</summary>
/// <remarks>Thread-safe. An operation that finds no free block waits; none waits for a block while holding one.</remarks>
internal sealed class BounceMemory : IDisposable
{
    private readonly Lock _gate = new();
    private readonly int _count;
    private readonly int _alignment;
    private AlignedBufferPool? _memory;

    /// <summary>Maps nothing yet.</summary>
    internal BounceMemory(int count, int blockLength, int alignment)
    {
        _count = count;
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
        AlignedBufferPool? memory = Volatile.Read(ref _memory);
        if (memory is null)
        {
            lock (_gate)
            {
                memory = _memory ??= new AlignedBufferPool(_count, BlockLength, _alignment);
            }
        }

        return memory.AddressOf(ticket);
    }

    /// <summary>Keeps the memory mapped for good, because the kernel may still write to it.</summary>
    internal void Abandon()
    {
        if (_memory is not null)
        {
            GCHandle.Alloc(_memory);
        }
    }

    public void Dispose() => _memory?.Dispose();
}
