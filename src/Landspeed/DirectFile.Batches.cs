using System.Runtime.InteropServices;
using Landspeed.Engine;
using Landspeed.Streams.Direct;

namespace Landspeed;

/// <content>Batched reads and writes: several requests in one call.</content>
public sealed partial class DirectFile
{
    /// <summary>
    /// Reads several ranges with up to <see cref="DirectFileOptions.QueueDepth"/> in flight, and waits for all of them.
    /// </summary>
    /// <param name="reads">The ranges, in any order; no alignment needed. The buffers must not overlap.</param>
    /// <param name="results">
    /// Receives the outcome of each read at the same index; must be as long as <paramref name="reads"/>.
    /// </param>
    /// <exception cref="ArgumentOutOfRangeException">An offset is negative; nothing was read.</exception>
    /// <exception cref="ArgumentException">
    /// The number of results differs from the number of reads; nothing was read.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    /// <remarks>
    /// A failed read is reported in its result and does not stop the others. Allocates only for failures.
    /// </remarks>
    /// <example>
    /// <code>
    /// using var pool = new AlignedBufferPool(bufferCount: 32, bufferSize: 4_096);
    /// using DirectFile file = DirectFile.OpenRead("big.dat");
    /// DirectRead[] reads =
    ///     [.. Enumerable.Range(0, 32).Select(index =&gt; new DirectRead(pool.MemoryOf(index), index * 65_536L))];
    /// var results = new DirectResult[reads.Length];
    /// file.ReadBatch(reads, results);
    /// Array.ForEach(results, result =&gt; result.ThrowIfFailed());
    /// </code>
    /// </example>
    public void ReadBatch(ReadOnlySpan<DirectRead> reads, Span<DirectResult> results) =>
        PrepareReads(reads, results.Length).Run(results);

    /// <summary>Reads several ranges with up to <see cref="DirectFileOptions.QueueDepth"/> in flight.</summary>
    /// <param name="reads">
    /// The ranges, in any order; the list is copied. The buffers must not overlap, and belong to the file until the
    /// task completes.
    /// </param>
    /// <param name="results">
    /// Receives the outcome of each read at the same index when the task completes; must be as long as
    /// <paramref name="reads"/>.
    /// </param>
    /// <param name="cancellationToken">Starts no further reads; reads already started are waited for.</param>
    /// <returns>Completes with the last read. Await it only once.</returns>
    /// <exception cref="OperationCanceledException">Not all reads were started; the results say which.</exception>
    /// <inheritdoc cref="ReadBatch"/>
    /// <example>
    /// <code>
    /// await using DirectFile file = DirectFile.OpenRead("big.dat");
    /// DirectRead[] reads = [new(new byte[100], 4_711), new(new byte[4_096], 2_000_000)];
    /// var results = new DirectResult[reads.Length];
    /// await file.ReadBatchAsync(reads, results);
    /// Array.ForEach(results, result =&gt; result.ThrowIfFailed());
    /// </code>
    /// </example>
    public ValueTask ReadBatchAsync(
        ReadOnlySpan<DirectRead> reads, Memory<DirectResult> results, CancellationToken cancellationToken = default) =>
        PrepareReads(reads, results.Length).RunAsync(results, cancellationToken);

    /// <summary>
    /// Writes several ranges with up to <see cref="DirectFileOptions.QueueDepth"/> in flight, and waits for all of
    /// them.
    /// </summary>
    /// <param name="writes">The ranges, in any order; no alignment needed. They must not overlap.</param>
    /// <param name="results">
    /// Receives the outcome of each write at the same index; must be as long as <paramref name="writes"/>.
    /// </param>
    /// <exception cref="ArgumentOutOfRangeException">An offset is negative; nothing was written.</exception>
    /// <exception cref="ArgumentException">
    /// The number of results differs from the number of writes; nothing was written.
    /// </exception>
    /// <exception cref="NotSupportedException">The file is open for reading only.</exception>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    /// <remarks>
    /// A failed write is reported in its result and does not stop the others. The order of the writes is undefined.
    /// Allocates only for failures.
    /// </remarks>
    /// <example>
    /// <code>
    /// using DirectFile file = DirectFile.Create("blocks.db");
    /// DirectWrite[] writes = [new("first"u8.ToArray(), 0), new("tenth"u8.ToArray(), 9 * 4_096)];
    /// var results = new DirectResult[writes.Length];
    /// file.WriteBatch(writes, results);
    /// Array.ForEach(results, result =&gt; result.ThrowIfFailed());
    /// file.FlushToDisk();
    /// </code>
    /// </example>
    public void WriteBatch(ReadOnlySpan<DirectWrite> writes, Span<DirectResult> results) =>
        PrepareWrites(writes, results.Length).Run(results);

    /// <summary>Writes several ranges with up to <see cref="DirectFileOptions.QueueDepth"/> in flight.</summary>
    /// <param name="writes">
    /// The ranges, in any order; the list is copied. They must not overlap, and the bytes must not change until the
    /// task completes.
    /// </param>
    /// <param name="results">
    /// Receives the outcome of each write at the same index when the task completes; must be as long as
    /// <paramref name="writes"/>.
    /// </param>
    /// <param name="cancellationToken">Starts no further writes; writes already started are waited for.</param>
    /// <returns>Completes with the last write. Await it only once.</returns>
    /// <exception cref="OperationCanceledException">Not all writes were started; the results say which.</exception>
    /// <inheritdoc cref="WriteBatch"/>
    /// <example>
    /// <code>
    /// await using DirectFile file = DirectFile.Create("rows.db");
    /// DirectWrite[] writes = [new("Ada"u8.ToArray(), 0), new("Grace"u8.ToArray(), 100)];
    /// var results = new DirectResult[writes.Length];
    /// await file.WriteBatchAsync(writes, results);
    /// Array.ForEach(results, result =&gt; result.ThrowIfFailed());
    /// await file.FlushToDiskAsync();
    /// </code>
    /// </example>
    public ValueTask WriteBatchAsync(
        ReadOnlySpan<DirectWrite> writes, Memory<DirectResult> results, CancellationToken cancellationToken = default) =>
        PrepareWrites(writes, results.Length).RunAsync(results, cancellationToken);

    private DirectBatch PrepareReads(ReadOnlySpan<DirectRead> reads, int resultCount)
    {
        RequireSameCount(reads.Length, resultCount);
        foreach (ref readonly DirectRead read in reads)
        {
            ArgumentOutOfRangeException.ThrowIfNegative(read.FileOffset, nameof(reads));
        }

        _transfers.Enter();
        DirectBatch batch = _transfers.RentBatch();
        Span<DirectWork> work = batch.Prepare(IoOperation.Read, reads.Length);
        for (int index = 0; index < reads.Length; index++)
        {
            work[index] = new DirectWork(reads[index].FileOffset, reads[index].Buffer);
        }

        return batch;
    }

    private DirectBatch PrepareWrites(ReadOnlySpan<DirectWrite> writes, int resultCount)
    {
        RequireSameCount(writes.Length, resultCount);
        foreach (ref readonly DirectWrite write in writes)
        {
            ArgumentOutOfRangeException.ThrowIfNegative(write.FileOffset, nameof(writes));
        }

        RequireWritable();
        _transfers.Enter();
        DirectBatch batch = _transfers.RentBatch();
        Span<DirectWork> work = batch.Prepare(IoOperation.Write, writes.Length);
        for (int index = 0; index < writes.Length; index++)
        {
            work[index] = new DirectWork(writes[index].FileOffset, MemoryMarshal.AsMemory(writes[index].Buffer));
        }

        return batch;
    }

    private static void RequireSameCount(int requests, int results)
    {
        if (requests != results)
        {
            throw new ArgumentException(
                FormattableString.Invariant($"{requests} requests need as many results, not {results}"), nameof(results));
        }
    }
}
