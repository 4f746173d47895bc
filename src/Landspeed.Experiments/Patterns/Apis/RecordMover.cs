using static System.FormattableString;

namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>Moves records through an API until all are moved or the time limit is reached.</summary>
internal static class RecordMover
{
    /// <summary>Moves the records, then closes the file.</summary>
    /// <typeparam name="TApi">The API.</typeparam>
    /// <param name="work">What to do.</param>
    /// <param name="bound">The time limit.</param>
    /// <returns>Records moved.</returns>
    internal static long Move<TApi>(RecordWork work, WorkBound bound)
        where TApi : struct, IRecordApi<TApi>
    {
        TApi api = TApi.Open(work);
        try
        {
            return Move(ref api, work, bound);
        }
        finally
        {
            api.Dispose();
        }
    }

    private static long Move<TApi>(ref TApi api, RecordWork work, WorkBound bound)
        where TApi : struct, IRecordApi<TApi>
    {
        RandomOrder order = work.NewOrder();
        long count = work.Count;
        long done = 0;
        while (done < count && bound.Next() is > 0 and var step)
        {
            step = (int)Math.Min(step, count - done);
            long last = work.IsRandom
                ? MoveRandom(ref api, work, ref order, step)
                : MoveNext(ref api, work, done, step);
            done += step;
            int index = work.Writes ? work.Buffer.IndexOf(last) : work.Buffer.Start;
            work.Witness.Keep(last, work.Buffer.Array.AsSpan(index, work.RecordSize));
        }

        return done;
    }

    /// <summary>Reports that a read ended early.</summary>
    internal static IOException Short(RecordWork work, long offset, int read) => new(Invariant(
        $"read {read} of {work.RecordSize} bytes at offset {offset} of {work.File.Display}: the file became shorter during the run"));

    private static long MoveNext<TApi>(ref TApi api, RecordWork work, long first, int count)
        where TApi : struct, IRecordApi<TApi>
    {
        (byte[] buffer, int size, bool writes) = (work.Buffer.Array, work.RecordSize, work.Writes);
        long offset = first * size;
        for (int index = 0; index < count; index++, offset += size)
        {
            MoveOne(ref api, work, buffer, offset, size, writes);
        }

        return offset - size;
    }

    private static long MoveRandom<TApi>(ref TApi api, RecordWork work, ref RandomOrder order, int count)
        where TApi : struct, IRecordApi<TApi>
    {
        (byte[] buffer, int size, bool writes) = (work.Buffer.Array, work.RecordSize, work.Writes);
        long offset = 0;
        for (int index = 0; index < count; index++)
        {
            offset = order.Next() * size;
            api.Seek(offset);
            MoveOne(ref api, work, buffer, offset, size, writes);
        }

        return offset;
    }

    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.AggressiveInlining)]
    private static void MoveOne<TApi>(ref TApi api, RecordWork work, byte[] buffer, long offset, int size, bool writes)
        where TApi : struct, IRecordApi<TApi>
    {
        if (writes)
        {
            api.Write(buffer, work.Buffer.IndexOf(offset), size);
        }
        else if (api.Read(buffer, work.Buffer.Start, size) is var read && read != size)
        {
            throw Short(work, offset, read);
        }
    }
}
