namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>FileStream opened for asynchronous use, with its default buffer, each record awaited.</summary>
internal sealed class AsyncStreamApi(FileStream stream) : IAsyncRecordApi
{
    internal static AsyncStreamApi Open(RecordWork work) =>
        new(TestStream.Open(work, TestStream.DefaultBuffer, FileOptions.Asynchronous));

    /// <inheritdoc/>
    public void Seek(long offset) => stream.Seek(offset, SeekOrigin.Begin);

    /// <inheritdoc/>
    public ValueTask<int> ReadAsync(Memory<byte> record, CancellationToken stop)
    {
        ValueTask<int> first = stream.ReadAsync(record, stop);
        if (!first.IsCompletedSuccessfully)
        {
            return FinishAsync(first, record, stop);
        }

        int read = first.Result;
        return read == record.Length
            ? new ValueTask<int>(read)
            : FinishAsync(new ValueTask<int>(read), record, stop);
    }

    /// <inheritdoc/>
    public ValueTask WriteAsync(ReadOnlyMemory<byte> record, CancellationToken stop) => stream.WriteAsync(record, stop);

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => stream.DisposeAsync();

    // A buffer that is almost empty gives less than was wanted.
    private async ValueTask<int> FinishAsync(ValueTask<int> first, Memory<byte> record, CancellationToken stop)
    {
        int read = await first.ConfigureAwait(false);
        return read == record.Length || read == 0
            ? read
            : read + await stream.ReadAtLeastAsync(record[read..], record.Length - read, false, stop).ConfigureAwait(false);
    }
}
