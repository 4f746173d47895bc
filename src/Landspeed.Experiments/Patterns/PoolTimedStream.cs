namespace Landspeed.Experiments.Patterns;

/// <summary>A stream whose awaited calls are timed.</summary>
/// <param name="stream">The stream, which this instance owns from now on.</param>
/// <param name="timer">Times them.</param>
internal sealed class PoolTimedStream(Stream stream, PoolTimer timer) : Stream
{
    /// <inheritdoc/>
    public override bool CanRead => stream.CanRead;

    /// <inheritdoc/>
    public override bool CanSeek => stream.CanSeek;

    /// <inheritdoc/>
    public override bool CanWrite => stream.CanWrite;

    /// <inheritdoc/>
    public override long Length => stream.Length;

    /// <inheritdoc/>
    public override long Position
    {
        get => stream.Position;
        set => stream.Position = value;
    }

    /// <summary>Returns the stream, timed if there is a timer.</summary>
    internal static Stream Of(FileStream stream, PoolTimer? timer) => timer is null ? stream : new PoolTimedStream(stream, timer);

    /// <inheritdoc/>
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        timer.IsOn ? timer.ReadAsync(stream, buffer, cancellationToken) : stream.ReadAsync(buffer, cancellationToken);

    /// <inheritdoc/>
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
        timer.IsOn ? timer.WriteAsync(stream, buffer, cancellationToken) : stream.WriteAsync(buffer, cancellationToken);

    /// <inheritdoc/>
    public override Task FlushAsync(CancellationToken cancellationToken) => stream.FlushAsync(cancellationToken);

    /// <inheritdoc/>
    public override async ValueTask DisposeAsync()
    {
        await stream.DisposeAsync().ConfigureAwait(false);
        await base.DisposeAsync().ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count) => stream.Read(buffer, offset, count);

    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count) => stream.Write(buffer, offset, count);

    /// <inheritdoc/>
    public override void Flush() => stream.Flush();

    /// <inheritdoc/>
    public override long Seek(long offset, SeekOrigin origin) => stream.Seek(offset, origin);

    /// <inheritdoc/>
    public override void SetLength(long value) => stream.SetLength(value);

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            stream.Dispose();
        }

        base.Dispose(disposing);
    }
}
