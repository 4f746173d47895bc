using System.Numerics;
using System.Runtime.CompilerServices;

namespace Landspeed.Streams.LineReading;

/// <summary>
/// Consecutive lines of the file: the one that began in earlier blocks, if any, then those that end in one block.
/// Reused by one thread.
/// </summary>
internal sealed unsafe class LineChunk
{
    private readonly FilePath _path;
    private readonly bool _skipsMark;
    private readonly int _maximum;
    private LineCarry _head = new();
    private LineBytes _bytes;
    private int _bodyLength;
    private bool _headPending;

    // The lines that end in the block: the next one begins at _line; _ends holds the remaining line ends of the window.
    private byte* _line;
    private byte* _window;
    private byte* _bodyEnd;
    private ulong _ends;

    // The current line; its offset in the file is its address plus the shift.
    private byte* _start;
    private int _length;
    private long _shift;
    private long _bodyShift;

    /// <summary>Creates an empty chunk for a worker.</summary>
    internal LineChunk(FilePath path, LineOptions options, int worker)
    {
        Worker = worker;
        _path = path;
        _skipsMark = !options.KeepByteOrderMark;
        _maximum = options.MaxLineLength;
    }

    /// <summary>Index of its worker.</summary>
    internal int Worker { get; }

    /// <summary>Position of the current line.</summary>
    internal LineInfo Info
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => new(Number, Offset, Worker);
    }

    /// <summary>The current line's bytes; valid until the next call.</summary>
    internal ReadOnlySpan<byte> Line => new(_start, _length);

    /// <summary>The current line's number. When a chunk begins, set to the number before its first line.</summary>
    internal long Number { get; set; }

    /// <summary>Offset in the file of the line's first byte.</summary>
    internal long Offset => unchecked((long)_start + _shift);

    /// <summary>Why a line was refused, once one was; distinguishes our own exception from one of the action.</summary>
    internal LineException? Refusal { get; private set; }

    /// <summary>Number of chunks before this one.</summary>
    internal long Sequence { get; private set; }

    /// <summary>Takes over a block and the line that ends in it.</summary>
    /// <param name="sequence">Number of chunks before this one.</param>
    /// <param name="head">The beginning of the first line; the chunk's own carry is returned in exchange.</param>
    /// <param name="bytes">
    /// The block. If it is empty, the head is the whole last line of the file, which ends at its offset.
    /// </param>
    /// <param name="bodyLength">Bytes of the block up to its last line end.</param>
    /// <returns>An empty carry for the caller to continue with.</returns>
    internal LineCarry Fill(long sequence, LineCarry head, in LineBytes bytes, int bodyLength)
    {
        LineCarry old = _head;
        old.Clear();
        (Sequence, _head, _bytes, _bodyLength) = (sequence, head, bytes, bodyLength);
        return old;
    }

    /// <summary>Completes the first line and positions before it.</summary>
    internal void Begin()
    {
        ReadOnlySpan<byte> body = Body;
        long offset = _bytes.Offset - _head.Length;
        byte* first = (byte*)_bytes.Address;
        _bodyEnd = first + body.Length;
        _bodyShift = unchecked(_bytes.Offset - (long)first);
        _line = first;
        _headPending = _head.Length > 0;
        if (_headPending && body.Length > 0)
        {
            int end = body.IndexOf(LineEnds.Lf);
            _head.Append(body[..end]);
            _line = first + end + 1;
        }

        bool hasMark = _skipsMark && offset == 0 && (_headPending ? _head.Span : body).StartsWith(LineEnds.ByteOrderMark);
        int mark = hasMark ? LineEnds.ByteOrderMark.Length : 0;
        if (_headPending)
        {
            _start = _head.Start + mark;
            _length = _head.Length - mark;
            _shift = unchecked(offset - (long)_head.Start);
            _headPending = _length > 0 || body.Length > 0;
        }
        else
        {
            _line += mark;
        }

        _ends = 0;
        _window = unchecked(_line - LineEnds.WindowLength);
    }

    /// <summary>Counts the lines; call before the first one is taken.</summary>
    internal int CountLines() =>
        LineEnds.Count(Body) + (_headPending && _bodyLength == 0 ? 1 : 0);

    /// <summary>Moves to the next line.</summary>
    /// <returns>False after the last one.</returns>
    /// <exception cref="LineException">The line is too long.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryNext()
    {
        if (_ends == 0)
        {
            return TryNextWindow();
        }

        Cut();
        return true;
    }

    /// <summary>Returns the block; the chunk is then empty.</summary>
    internal void End()
    {
        _line = _window = _bodyEnd = _start = null;
        _ends = 0;
        _length = 0;
        _headPending = false;
        _bytes.Lent.Dispose();
        _bytes = default;
        _bodyLength = 0;
    }

    private ReadOnlySpan<byte> Body => _bytes.Span[.._bodyLength];

    private bool TryNextWindow()
    {
        if (_headPending)
        {
            _headPending = false;
            HandOutHead();
            return true;
        }

        _shift = _bodyShift;
        byte* window = _window;
        while (_bodyEnd - window > LineEnds.WindowLength)
        {
            window += LineEnds.WindowLength;
            long left = _bodyEnd - window;
            _ends = left >= LineEnds.WindowLength ? LineEnds.In(window) : LineEnds.In(window, (int)left);
            if (_ends != 0)
            {
                _window = window;
                Cut();
                return true;
            }
        }

        _window = window;
        return false;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Cut()
    {
        unchecked
        {
            byte* end = _window + BitOperations.TrailingZeroCount(_ends);
            _ends &= _ends - 1;
            _start = _line;
            _line = end + 1;
            HandOut((int)(end - _start), hasLineEnd: true);
        }
    }

    private void HandOutHead() => HandOut(_length, hasLineEnd: _bodyLength > 0);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void HandOut(int length, bool hasLineEnd)
    {
        unchecked
        {
            Number++;
            _length = hasLineEnd && length > 0 && _start[length - 1] == LineEnds.Cr ? length - 1 : length;
            if (_length > _maximum)
            {
                ThrowTooLong();
            }
        }
    }

    private void ThrowTooLong()
    {
        Refusal = LineException.TooLong(_path, Number, Offset, _maximum);
        throw Refusal;
    }
}

/// <summary>A block of the file in memory.</summary>
/// <param name="Address">
/// Address of the first byte; valid until the block is released, or its worker reads the next one.
/// </param>
/// <param name="Length">Bytes.</param>
/// <param name="Offset">Offset in the file of the first byte.</param>
/// <param name="Lent">The block to release; none if the memory belongs to the worker.</param>
internal readonly record struct LineBytes(nint Address, int Length, long Offset, ReadBlock Lent)
{
    /// <summary>The bytes.</summary>
    internal unsafe ReadOnlySpan<byte> Span => new((byte*)Address, Length);
}

/// <summary>
/// The part of a line in blocks that have been released. Grows to the longest such line and keeps its size.
/// </summary>
internal sealed unsafe class LineCarry
{
    private const int LeastCapacity = 4096;

    // Allocated pinned, so that lines here and lines in blocks are both pointers.
    private byte[] _bytes = [];

    internal int Length { get; private set; }

    /// <summary>Address of its first byte; valid until bytes are added.</summary>
    internal byte* Start => (byte*)System.Runtime.InteropServices.Marshal.UnsafeAddrOfPinnedArrayElement(_bytes, 0);

    /// <summary>The bytes; valid until bytes are added.</summary>
    internal ReadOnlySpan<byte> Span => _bytes.AsSpan(0, Length);

    /// <summary>Adds bytes.</summary>
    internal void Append(ReadOnlySpan<byte> bytes)
    {
        int needed = Length + bytes.Length;
        if (needed > _bytes.Length)
        {
            Grow(needed);
        }

        bytes.CopyTo(_bytes.AsSpan(Length));
        Length = needed;
    }

    internal void Clear() => Length = 0;

    private void Grow(int needed)
    {
        long doubled = Math.Max(LeastCapacity, _bytes.Length * 2L);
        byte[] grown = GC.AllocateUninitializedArray<byte>((int)Math.Min(Array.MaxLength, Math.Max(doubled, needed)), pinned: true);
        Span.CopyTo(grown);
        _bytes = grown;
    }
}
