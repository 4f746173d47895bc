using Landspeed.Files;
using Landspeed.Streams.Blocks;
using Landspeed.Streams.Sequential;
using Landspeed.Streams.Threading;

namespace Landspeed;

/// <summary>
/// A file that is written from one end to the other, with <see cref="SequentialFileOptions.QueueDepth"/> requests in
/// flight behind the writer. Opened by <see cref="SequentialFile.Create(string, SequentialFileOptions?)"/>,
/// <see cref="SequentialFile.OpenWrite(string, SequentialFileOptions?)"/> and
/// <see cref="SequentialFile.Append(string, SequentialFileOptions?)"/>.
/// </summary>
/// <remarks>
/// <para>Behaves like a FileStream open for writing, with files of any length even in direct mode. One call at a time;
/// an overlapping call is refused. Between flushes the file on the volume may be longer than what was written.</para>
/// <para>Data is written after the call returns, so an error is reported by a later call, at the latest by disposal.
/// The first error is final: every later write repeats it, and closing cuts the file to its intact part.</para>
/// <para>Nothing is durable before <see cref="FlushToDisk"/>. Cost: one copy from the caller's buffer and no allocation
/// per write; a thread and an engine, created by the first write.</para>
/// </remarks>
public sealed partial class SequentialWriteStream : Stream
{
    private readonly WriteBehind _behind;
    private readonly long _start;
    private bool _disposed;
    private int _busy;

    /// <summary>Takes over an open file.</summary>
    /// <param name="file">The file.</param>
    /// <param name="options">The settings.</param>
    /// <param name="position">Offset of the first write.</param>
    /// <param name="start">
    /// Bytes before this offset are not touched: 0, or the end of a file opened for appending.
    /// </param>
    internal SequentialWriteStream(StorageFile file, SequentialFileOptions options, long position, long start)
    {
        _behind = new WriteBehind(file, options, position);
        _behind.Keep();
        _start = start;
    }

    /// <summary>
    /// Writes out and closes a stream that was not disposed, on the thread pool; an error is then lost.
    /// </summary>
    ~SequentialWriteStream() => Forgotten.Dispose(_behind);

    /// <summary>The full name under which the file was opened.</summary>
    public string Name => _behind.File.FullName;

    /// <summary>The mode of the writes.</summary>
    public IoMode EffectiveMode => _behind.File.EffectiveMode;

    /// <summary>Why the mode differs from the requested one, or which part of it is unproven; otherwise null.</summary>
    public string? ModeReason => _behind.File.ModeReason;

    /// <summary>The engine of the writes, or null before the first one.</summary>
    public EngineDescription? Engine => _behind.Engine;

    /// <summary>Throws if a write or a flush failed, even if that was reported and the stream is closed.</summary>
    /// <exception cref="NativeIOException">It failed.</exception>
    internal void ThrowIfFailed() => _behind.ThrowIfEverFailed();

    /// <summary>Always false.</summary>
    public override bool CanRead => false;

    /// <summary>True until disposed.</summary>
    public override bool CanSeek => !_disposed;

    /// <summary>True until disposed.</summary>
    public override bool CanWrite => !_disposed;

    /// <summary>Length of the file once everything so far is written; no system call.</summary>
    /// <exception cref="ObjectDisposedException">The stream is disposed.</exception>
    public override long Length
    {
        get
        {
            ThrowIfDisposed();
            return _behind.Length;
        }
    }

    /// <summary>
    /// Offset of the next byte. Setting a different offset waits until everything so far is written. It may be past the
    /// end; a later write then makes the gap read as zeros.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <exception cref="IOException">The value is before the offset where appending began.</exception>
    /// <exception cref="NativeIOException">An earlier write failed.</exception>
    /// <exception cref="ObjectDisposedException">The stream is disposed.</exception>
    public override long Position
    {
        get
        {
            ThrowIfDisposed();
            return _behind.Position;
        }

        set
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value);
            Seek(value, SeekOrigin.Begin);
        }
    }

    /// <inheritdoc/>
    /// <exception cref="IOException">
    /// The target is before the file, or before the offset where appending began.
    /// </exception>
    public override long Seek(long offset, SeekOrigin origin)
    {
        SeekTarget.CheckOrigin(origin);
        using Call call = Enter();
        long target = SeekTarget.Of(offset, origin, _behind.Position, _behind.Length);
        RefuseBeforeStart(target, "seek to");
        _behind.Seek(target);
        return target;
    }

    /// <summary>
    /// Truncates or lengthens the file; a new part reads as zeros. A position past the end moves to the end.
    /// </summary>
    /// <param name="value">New length in bytes; 0 or more.</param>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <exception cref="IOException">The value is before the offset where appending began.</exception>
    /// <exception cref="NativeIOException">
    /// The system call failed, or an earlier write failed.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The stream is disposed.</exception>
    public override void SetLength(long value)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(value);
        using Call call = Enter();
        RefuseBeforeStart(value, "cut the file to");
        _behind.SetLength(value);
    }

    /// <inheritdoc/>
    /// <exception cref="NativeIOException">This write or an earlier one failed.</exception>
    public override void Write(ReadOnlySpan<byte> buffer)
    {
        using Call call = Enter();
        _behind.Write(buffer);
    }

    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count)
    {
        ValidateBufferArguments(buffer, offset, count);
        Write(buffer.AsSpan(offset, count));
    }

    /// <inheritdoc/>
    public override void WriteByte(byte value) => Write(new ReadOnlySpan<byte>(in value));

    /// <summary>
    /// Writes all bytes and sets the file's length. Other readers then see the data; it is not durable.
    /// </summary>
    /// <exception cref="NativeIOException">A write failed.</exception>
    /// <exception cref="ObjectDisposedException">The stream is disposed.</exception>
    public override void Flush()
    {
        using Call call = Enter();
        _behind.Flush();
    }

    /// <summary>
    /// Waits until everything so far is durable. A failed flush is final: the file must be written again.
    /// </summary>
    /// <param name="scope">What to make durable.</param>
    /// <exception cref="NativeIOException">A write or the flush failed, now or earlier.</exception>
    /// <exception cref="ObjectDisposedException">The stream is disposed.</exception>
    /// <remarks>
    /// If the file was empty when opened, the first call also makes its name durable: its directory must still exist
    /// and be readable for this user. Source: fdatasync(2), fsync(2).
    /// </remarks>
    public void FlushToDisk(FlushScope scope = FlushScope.Data)
    {
        using Call call = Enter();
        _behind.Flush();
        _behind.MakeDurable(scope);
    }

    /// <summary>
    /// Writes the remaining bytes, waits for them and closes the file. Does not make it durable: see
    /// <see cref="FlushToDisk"/>.
    /// </summary>
    /// <returns>Completes when the file is closed; fails if <see cref="Stream.Dispose()"/> would throw.</returns>
    public override async ValueTask DisposeAsync()
    {
        if (_behind.IsBusy)
        {
            await Task.Run(Dispose).ConfigureAwait(false);
        }

        await base.DisposeAsync().ConfigureAwait(false);
        GC.SuppressFinalize(this);
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        if (disposing && !_disposed)
        {
            _disposed = true;
            _behind.Close();
            if (Volatile.Read(ref _busy) != 0)
            {
                // A call that should have been awaited may still be filling a block: wait for it before the memory is
                // unmapped.
                SpinWait.SpinUntil(() => Volatile.Read(ref _busy) == 0);
            }

            _behind.Dispose();
        }

        base.Dispose(disposing);
    }

    /// <summary>Not supported: the stream is write-only.</summary>
    /// <param name="buffer">Ignored.</param>
    /// <param name="offset">Ignored.</param>
    /// <param name="count">Ignored.</param>
    /// <returns>Never returns.</returns>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override int Read(byte[] buffer, int offset, int count)
    {
        ValidateBufferArguments(buffer, offset, count);
        ThrowIfDisposed();
        throw WritesOnly();
    }

    private static NotSupportedException WritesOnly() => new("the stream writes and does not read");

    private void RefuseBeforeStart(long target, string what)
    {
        if (target < _start)
        {
            throw new IOException(FormattableString.Invariant(
                $"cannot {what} {target}: the file is appended to, and what lies before {_start} stays"));
        }
    }

    private Call Enter()
    {
        ThrowIfDisposed();
        if (Interlocked.Exchange(ref _busy, 1) != 0)
        {
            throw new InvalidOperationException("another call of this stream runs: await it before the next one");
        }

        // Disposal checks for a running call after it has set its flag: one of the two sees the other.
        if (_disposed)
        {
            Leave();
            ThrowIfDisposed();
        }

        return new Call(this);
    }

    private void Leave() => Volatile.Write(ref _busy, 0);

    private void ThrowIfDisposed() => ObjectDisposedException.ThrowIf(_disposed, this);

    // One call at a time: from Enter until it is disposed.
    private readonly struct Call(SequentialWriteStream stream) : IDisposable
    {
        public void Dispose() => stream.Leave();
    }
}
