using Landspeed.Streams.Blocks;

namespace Landspeed;

/// <summary>
/// Bytes of a file in native memory, lent without a copy by a <see cref="BlockReader"/> until <see cref="Dispose"/>.
/// </summary>
/// <remarks>
/// Release each block once, from any thread, in any order; its memory is then used for reading again. Copies of the
/// value are the same block. The memory of a held block stays valid when its reader is disposed.
/// </remarks>
public readonly struct ReadBlock : IDisposable, IEquatable<ReadBlock>
{
    private readonly ReadSlot? _slot;
    private readonly ReadAhead? _owner;
    private readonly int _lending;
    private readonly int _start;

    internal ReadBlock(ReadAhead owner, ReadSlot slot, int start, int length)
    {
        _owner = owner;
        _slot = slot;
        _lending = slot.Lending;
        _start = start;
        Offset = slot.Offset + start;
        Length = length;
    }

    /// <summary>File offset of the first byte.</summary>
    public long Offset { get; }

    /// <summary>Length in bytes, 1 or more; 0 only at the end of the file.</summary>
    public int Length { get; }

    /// <summary>True at the end of the file: there are no bytes, and nothing to release.</summary>
    public bool IsEnd => Length == 0;

    /// <summary>The bytes; valid until the block is released.</summary>
    /// <exception cref="ObjectDisposedException">The block was released.</exception>
    public unsafe ReadOnlySpan<byte> Span
    {
        get
        {
            if (_slot is null)
            {
                return default;
            }

            ThrowIfReleased();
            return new ReadOnlySpan<byte>((byte*)_slot.Address + _start, Length);
        }
    }

    /// <summary>
    /// The bytes, for asynchronous use. Once the block is released it throws an <see cref="ObjectDisposedException"/>,
    /// but a span or a pin taken from it earlier is not checked.
    /// </summary>
    /// <exception cref="ObjectDisposedException">The block was released.</exception>
    /// <remarks>Allocates two small objects per block.</remarks>
    public ReadOnlyMemory<byte> Memory
    {
        get
        {
            if (_slot is null)
            {
                return default;
            }

            ThrowIfReleased();
            return _slot.MemoryOf(_lending).Slice(_start, Length);
        }
    }

    /// <summary>
    /// Returns the same memory for a caller that stops using it before the block is released; no allocation.
    /// </summary>
    internal ReadOnlyMemory<byte> OwnMemory => _slot is null ? default : _slot.Memory.Slice(_start, Length);

    /// <summary>The address of the bytes; valid until the block is released.</summary>
    internal nint Address => _slot is null ? 0 : _slot.Address + _start;

    /// <summary>True if two values are the same lending of the same block.</summary>
    /// <param name="left">The first block.</param>
    /// <param name="right">The second block.</param>
    /// <returns>True for copies of one value.</returns>
    public static bool operator ==(ReadBlock left, ReadBlock right) => left.Equals(right);

    /// <summary>True if two values are different lendings.</summary>
    /// <param name="left">The first block.</param>
    /// <param name="right">The second block.</param>
    /// <returns>False for copies of one value.</returns>
    public static bool operator !=(ReadBlock left, ReadBlock right) => !left.Equals(right);

    /// <summary>Releases the memory; further calls do nothing.</summary>
    public void Dispose() => _owner?.Release(_slot!, _lending);

    /// <inheritdoc/>
    public bool Equals(ReadBlock other) => _slot == other._slot && _lending == other._lending && _start == other._start;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is ReadBlock other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(_slot, _lending, _start);

    private void ThrowIfReleased() =>
        ObjectDisposedException.ThrowIf(_slot!.Lending != _lending, typeof(ReadBlock));
}
