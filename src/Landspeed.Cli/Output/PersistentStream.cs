namespace Landspeed.Cli.Output;

/// <summary>
/// Standard output that remembers its first failure and drops what comes after: a full disk behind <c>&gt; file</c>
/// must not end a measurement that can still reach its result file. The failure is reported at the end.
/// </summary>
/// <remarks>A reader that went away (<c>| head</c>) is no failure: the stream of the console ignores it.</remarks>
internal sealed class PersistentStream : Stream
{
    private readonly Stream _inner;

    internal PersistentStream(Stream inner)
    {
        _inner = inner;
    }

    /// <summary>The first failure, or null.</summary>
    internal Exception? Failure { get; private set; }

    /// <inheritdoc/>
    public override bool CanRead => false;

    /// <inheritdoc/>
    public override bool CanSeek => false;

    /// <inheritdoc/>
    public override bool CanWrite => true;

    /// <inheritdoc/>
    public override long Length => throw new NotSupportedException();

    /// <inheritdoc/>
    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    /// <inheritdoc/>
    public override void Write(ReadOnlySpan<byte> buffer)
    {
        if (Failure is not null)
        {
            return;
        }

        try
        {
            _inner.Write(buffer);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Failure = e;
        }
    }

    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    /// <inheritdoc/>
    public override void Flush()
    {
    }

    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override void SetLength(long value) => throw new NotSupportedException();
}
