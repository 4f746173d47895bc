using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;

namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>PipeReader and PipeWriter over a FileStream without a buffer; the pipe has its own.</summary>
internal sealed class PipeApi(PipeReader? reader, PipeWriter? writer) : IAsyncRecordApi
{
    private const long FlushAt = 64 * 1024; // this many bytes are buffered before the writer writes to the file

    internal static PipeApi Open(RecordWork work)
    {
        Stream stream = PoolTimedStream.Of(TestStream.Open(work, bufferSize: 0), work.Pool);
        return work.Writes ? new PipeApi(null, PipeWriter.Create(stream)) : new PipeApi(PipeReader.Create(stream), null);
    }

    /// <inheritdoc/>
    public void Seek(long offset) => throw new NotSupportedException("a pipe has no positions");

    /// <inheritdoc/>
    /// <remarks>
    /// Its state machine is reused: a program would have the whole loop in one method, and one state machine for all
    /// records.
    /// </remarks>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<int> ReadAsync(Memory<byte> record, CancellationToken stop)
    {
        ReadResult result = await reader!.ReadAtLeastAsync(record.Length, stop).ConfigureAwait(false);
        ReadOnlySequence<byte> taken = result.Buffer.Slice(0, Math.Min(record.Length, result.Buffer.Length));
        taken.CopyTo(record.Span);
        int length = (int)taken.Length;
        reader.AdvanceTo(taken.End);
        return length;
    }

    /// <inheritdoc/>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask WriteAsync(ReadOnlyMemory<byte> record, CancellationToken stop)
    {
        writer!.Write(record.Span);
        if (writer!.UnflushedBytes >= FlushAt)
        {
            await writer.FlushAsync(stop).ConfigureAwait(false);
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (writer is not null)
        {
            await writer.FlushAsync().ConfigureAwait(false);
            await writer.CompleteAsync().ConfigureAwait(false);
        }
        else
        {
            await reader!.CompleteAsync().ConfigureAwait(false);
        }
    }
}
