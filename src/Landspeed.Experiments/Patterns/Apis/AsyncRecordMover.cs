namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>Moves records through an API that is awaited.</summary>
internal static class AsyncRecordMover
{
    /// <summary>Moves them and closes the file; as <see cref="RecordMover.Move{TApi}(RecordWork, WorkBound)"/>.</summary>
    internal static async Task<long> MoveAsync(
        Func<RecordWork, IAsyncRecordApi> open, RecordWork work, WorkBound bound, CancellationToken stop)
    {
        IAsyncRecordApi api = open(work);
        try
        {
            return await MoveAsync(api, work, bound, stop).ConfigureAwait(false);
        }
        finally
        {
            await api.DisposeAsync().ConfigureAwait(false);
        }
    }

    private static async Task<long> MoveAsync(IAsyncRecordApi api, RecordWork work, WorkBound bound, CancellationToken stop)
    {
        // A method for one record would be a state machine for each.
        (byte[] buffer, int size) = (work.Buffer.Array, work.RecordSize);
        RandomOrder order = work.NewOrder();
        long count = work.Count;
        long done = 0;
        while (done < count && bound.Next() is > 0 and var step)
        {
            step = (int)Math.Min(step, count - done);
            long offset = 0;
            for (int index = 0; index < step; index++)
            {
                offset = (work.IsRandom ? order.Next() : done + index) * size;
                if (work.IsRandom)
                {
                    api.Seek(offset);
                }

                if (work.Writes)
                {
                    await api.WriteAsync(buffer.AsMemory(work.Buffer.IndexOf(offset), size), stop).ConfigureAwait(false);
                }
                else if (await api.ReadAsync(buffer.AsMemory(work.Buffer.Start, size), stop).ConfigureAwait(false) is var read
                    && read != size)
                {
                    throw RecordMover.Short(work, offset, read);
                }
            }

            done += step;
            int start = work.Writes ? work.Buffer.IndexOf(offset) : work.Buffer.Start;
            work.Witness.Keep(offset, buffer.AsSpan(start, size));
        }

        return done;
    }
}
