using System.Buffers;

namespace Landspeed.Files;

/// <summary>Lends native memory as <see cref="Memory{T}"/>; it never moves, so pinning costs nothing.</summary>
internal sealed unsafe class NativeBlock : MemoryManager<byte>
{
    private readonly nint _address;
    private readonly int _length;
    private readonly IMemoryOwnerState _owner;

    internal NativeBlock(nint address, int length, IMemoryOwnerState owner)
    {
        _address = address;
        _length = length;
        _owner = owner;
    }

    /// <inheritdoc/>
    public override Memory<byte> Memory => CreateMemory(_length);

    /// <inheritdoc/>
    /// <exception cref="ObjectDisposedException">The memory was unmapped.</exception>
    public override Span<byte> GetSpan()
    {
        _owner.ThrowIfMemoryGone();
        return new Span<byte>((void*)_address, _length);
    }

    /// <inheritdoc/>
    public override MemoryHandle Pin(int elementIndex = 0)
    {
        _owner.ThrowIfMemoryGone();
        ArgumentOutOfRangeException.ThrowIfNegative(elementIndex);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(elementIndex, _length);
        return new MemoryHandle((byte*)_address + elementIndex);
    }

    /// <inheritdoc/>
    public override void Unpin()
    {
    }

    /// <summary>Returns a part of the block.</summary>
    internal Memory<byte> Slice(int start, int length) => CreateMemory(start, length);

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
    }
}

/// <summary>Reports whether native memory is still mapped.</summary>
internal interface IMemoryOwnerState
{
    /// <summary>Throws if the memory was unmapped.</summary>
    /// <exception cref="ObjectDisposedException">The memory was unmapped.</exception>
    void ThrowIfMemoryGone();
}
