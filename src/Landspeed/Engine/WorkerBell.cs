using System.Runtime.InteropServices;
using Landspeed.Platform;

namespace Landspeed.Engine;

/// <summary>
/// Wakes idle workers. A worker reads the bell's number, looks for work once more and sleeps while the number stays;
/// the owner rings after publishing work. The bell is never rung for workers that are awake.
/// </summary>
/// <remarks>Worker: enter, look, sleep, leave. Owner: publish, ring. One of the two always sees the other.</remarks>
internal readonly unsafe struct WorkerBell
{
    private const int Apart = 128;

    private readonly IThreadCalls _threads;
    private readonly byte* _memory;

    /// <summary>Creates a bell; <see cref="Free"/> frees its memory.</summary>
    /// <param name="threads">The system's calls.</param>
    internal WorkerBell(IThreadCalls threads)
    {
        _threads = threads;
        _memory = (byte*)NativeMemory.AlignedAlloc(2 * Apart, Apart);
        Number = 0;
        Sleepers = 0;
    }

    // Changed by the owner only.
    private ref int Number => ref *(int*)_memory;

    private ref int Sleepers => ref *(int*)(_memory + Apart);

    /// <summary>Announces that the calling worker is about to sleep.</summary>
    /// <returns>The bell's number, for <see cref="Sleep"/>.</returns>
    internal int Enter()
    {
        int number = Volatile.Read(ref Number);
        Interlocked.Increment(ref Sleepers);
        return number;
    }

    /// <summary>Sleeps unless the bell rang after <see cref="Enter"/>; may also return without a reason.</summary>
    internal void Sleep(int number) => _threads.WaitOnAddress((nint)_memory, number, timeoutNs: -1);

    /// <summary>Withdraws the announcement.</summary>
    internal void Leave() => Interlocked.Decrement(ref Sleepers);

    /// <summary>Wakes as many sleeping workers as there is new work; for the owner only.</summary>
    /// <param name="count">Requests published since the last ring, 1 or more.</param>
    internal void Ring(int count)
    {
        Interlocked.MemoryBarrier();
        int sleepers = Volatile.Read(ref Sleepers);
        if (sleepers > 0)
        {
            Volatile.Write(ref Number, unchecked(Number + 1));
            _threads.WakeOnAddress((nint)_memory, Math.Min(count, sleepers));
        }
    }

    internal void Free() => NativeMemory.AlignedFree(_memory);
}
