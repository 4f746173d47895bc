using System.Runtime.CompilerServices;

namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>Moves records through an API that is awaited.</summary>
internal sealed class AsyncRecordMover
{
    // Timing costs about 0.2 µs per item, which is much for a call of 1 µs: of records up to 16 KiB one in 16 is timed,
    // of 64 KiB one in 4, a batch at a time.
    private const int TimedOneIn = 16;
    private const int EachTimedFrom = 256 * 1024;

    private readonly IAsyncRecordApi _api;
    private readonly RecordWork _work;
    private readonly CancellationToken _stop;
    private RandomOrder _order;

    private AsyncRecordMover(IAsyncRecordApi api, RecordWork work, CancellationToken stop)
    {
        (_api, _work, _stop) = (api, work, stop);
        _order = work.NewOrder();
    }

    /// <summary>
    /// Moves the records and closes the file; like <see cref="RecordMover.Move{TApi}(RecordWork, WorkBound)"/>.
    /// </summary>
    internal static async Task<long> MoveAsync(
        Func<RecordWork, IAsyncRecordApi> open, RecordWork work, WorkBound bound, CancellationToken stop)
    {
        IAsyncRecordApi api = open(work);
        try
        {
            return await new AsyncRecordMover(api, work, stop).MoveAsync(bound).ConfigureAwait(false);
        }
        finally
        {
            await api.DisposeAsync().ConfigureAwait(false);
        }
    }

    private async Task<long> MoveAsync(WorkBound bound)
    {
        long count = _work.Count;
        int timedOneIn = Math.Clamp(EachTimedFrom / _work.RecordSize, 1, TimedOneIn);
        (long done, long timed) = (0, 0);
        while (done < count && bound.Next() is > 0 and var step)
        {
            step = (int)Math.Min(step, count - done);
            // Batches differ by a factor of a hundred: one in 16 of them may be next to none.
            bool isTimed = _work.Pool is not null && timed * timedOneIn <= done;
            timed += isTimed ? step : 0;
            long last = await MoveBatchAsync(done, step, isTimed).ConfigureAwait(false);
            done += step;
            int start = _work.Writes ? _work.Buffer.IndexOf(last) : _work.Buffer.Start;
            _work.Witness.Keep(last, _work.Buffer.Array.AsSpan(start, _work.RecordSize));
        }

        return done;
    }

    // A batch has its own method, so that its execution context ends with it. A method per record would need a state
    // machine for each.
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<long> MoveBatchAsync(long first, int count, bool isTimed)
    {
        (byte[] buffer, int size) = (_work.Buffer.Array, _work.RecordSize);
        if (isTimed)
        {
            _work.Pool!.Begin();
        }

        long offset = 0;
        for (int index = 0; index < count; index++)
        {
            offset = (_work.IsRandom ? _order.Next() : first + index) * size;
            if (_work.IsRandom)
            {
                _api.Seek(offset);
            }

            if (_work.Writes)
            {
                await _api.WriteAsync(buffer.AsMemory(_work.Buffer.IndexOf(offset), size), _stop).ConfigureAwait(false);
            }
            else
            {
                // A buffer that is almost empty returns less than requested.
                int read = 0;
                int more;
                do
                {
                    more = await _api.ReadAsync(buffer.AsMemory(_work.Buffer.Start + read, size - read), _stop).ConfigureAwait(false);
                    read += more;
                }
                while (read < size && more > 0);

                if (read != size)
                {
                    throw RecordMover.Short(_work, offset, read);
                }
            }
        }

        if (isTimed)
        {
            _work.Pool!.End();
        }

        return offset;
    }
}
