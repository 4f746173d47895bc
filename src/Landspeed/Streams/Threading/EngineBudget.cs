namespace Landspeed.Streams.Threading;

/// <summary>
/// Limits how many engines the streams of a process may have at the same time, to those whose blocks fit a share of its
/// memory. Further streams move their data block by block on the calling thread, like a stream with little data.
/// </summary>
/// <remarks>Thread-safe.</remarks>
internal sealed class EngineBudget
{
    private const long MostBytes = 1L << 30;

    // Divisor of the memory the process may use, which takes containers into account.
    private const int ShareOfMemory = 8;

    private readonly long _bytes;
    private long _taken;

    /// <summary>Creates a budget for this many bytes of blocks.</summary>
    internal EngineBudget(long bytes) => _bytes = bytes;

    /// <summary>The budget of the process: an eighth of its memory, at most 1 GiB.</summary>
    internal static EngineBudget OfProcess { get; } =
        new(Math.Min(MostBytes, GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / ShareOfMemory));

    /// <summary>Reserves room for the blocks of an engine, to be returned later.</summary>
    /// <returns>False if there is none now; one engine always has room.</returns>
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

    /// <summary>Returns reserved room.</summary>
    internal void Return(long bytes) => Interlocked.Add(ref _taken, -bytes);
}
