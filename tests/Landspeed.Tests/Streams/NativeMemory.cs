using System.Buffers;
using Landspeed.Tests.Engine;

namespace Landspeed.Tests.Streams;

/// <summary>Memory that is no array: what callers lend who keep their own.</summary>
internal sealed unsafe class NativeMemory(int length) : MemoryManager<byte>
{
    private readonly NativeBuffer _buffer = new(Math.Max(length, 1));

    public override Span<byte> GetSpan() => _buffer.Span[..length];

    public override MemoryHandle Pin(int elementIndex = 0) => new((byte*)_buffer.Address + elementIndex);

    public override void Unpin()
    {
    }

    protected override void Dispose(bool disposing) => _buffer.Dispose();
}
