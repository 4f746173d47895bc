namespace Landspeed.Streams.Threading;

/// <summary>
/// How many engines the streams of a process may have at the same time: as many as their blocks find room in a part of
/// its memory. A stream beyond that moves block by block on the thread that asks, as one does that has little to move.
/// </summary>
/// <remarks>Thread-safe.</remarks>
internal sealed class EngineBudget
{
    private const long MostBytes = 1L << 30;

    // Of the memory that the process may use, containers included.
    private const int ShareOfMemory = 8;

    private readonly long _bytes;
    private long _taken;

    /// <summary>A budget of so many bytes of blocks.</summary>
    internal EngineBudget(long bytes) => _bytes = bytes;

    /// <summary>The budget of the process: an eighth of its memory, at most 1 GiB.</summary>
    internal static EngineBudget OfProcess { get; } =
        new(Math.Min(MostBytes, GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / ShareOfMemory));

    /// <summary>Takes room for the blocks of an engine, to be returned.</summary>
    /// <returns>False where there is none now; one engine always has room.</returns>
    internal bool TryTake(long bytes)
    {
        long taken = Volatile.Read(ref _taken);
        while (taken == 0 || taken + bytes <= _bytes)
        {
            long seen = Interlocked.CompareExchange(ref _taken, taken + bytes, taken);
            if (seen == taken)
            {
                return true;
            }

            taken = seen;
        }

        return false;
    }

    /// <summary>Returns room.</summary>
    internal void Return(long bytes) => Interlocked.Add(ref _taken, -bytes);
}
