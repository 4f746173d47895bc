namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>FileStream opened for asynchronous use, with its default buffer, awaiting each record.</summary>
internal sealed class AsyncStreamApi(FileStream stream, PoolTimer? timer) : IAsyncRecordApi
{
    internal static AsyncStreamApi Open(RecordWork work) =>
        new(TestStream.Open(work, TestStream.DefaultBuffer, FileOptions.Asynchronous), work.Pool);

    /// <inheritdoc/>
    public void Seek(long offset) => stream.Seek(offset, SeekOrigin.Begin);

    /// <inheritdoc/>
    public ValueTask<int> ReadAsync(Memory<byte> record, CancellationToken stop) =>
        timer is { IsOn: true } ? timer.ReadAsync(stream, record, stop) : stream.ReadAsync(record, stop);

    /// <inheritdoc/>
    public ValueTask WriteAsync(ReadOnlyMemory<byte> record, CancellationToken stop) =>
        timer is { IsOn: true } ? timer.WriteAsync(stream, record, stop) : stream.WriteAsync(record, stop);

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => stream.DisposeAsync();
}
