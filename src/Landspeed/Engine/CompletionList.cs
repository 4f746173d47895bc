using System.Runtime.InteropServices;
using Landspeed.Platform;

namespace Landspeed.Engine;

/// <summary>
/// Passes completed slots from the workers to the owner: a list in native memory to which any thread adds and of which
/// the owner takes everything at once. It counts additions, so the owner can sleep until the completion it still needs,
/// and only that one wakes it.
/// </summary>
/// <remarks>
/// One 64-bit word holds the newest slot (low half) and the count (high half): adding is one atomic operation, and the
/// count reveals a change even if the same slot returns. Counts wrap around; they are compared by their difference.
/// </remarks>
internal readonly unsafe struct CompletionList
{
    /// <summary>Marks the end of a list.</summary>
    internal const int End = -1;

    private const int Apart = 128;
    private const long CountMask = unchecked((long)0xFFFF_FFFF_0000_0000);

    private readonly IThreadCalls _threads;
    private readonly ThreadSlot* _slots;
    private readonly byte* _memory;

    /// <summary>Creates an empty list; <see cref="Free"/> frees its memory.</summary>
    /// <param name="threads">The system's calls.</param>
    /// <param name="slots">The slots that will be added.</param>
    internal CompletionList(IThreadCalls threads, ThreadSlot* slots)
    {
        _threads = threads;
        _slots = slots;
        _memory = (byte*)NativeMemory.AlignedAlloc(2 * Apart, Apart);
        Head = Word(0, End);
        Awaited = 0;
        Interrupted = 0;
    }

    private ref long Head => ref *(long*)_memory;

    // The count for which the owner sleeps. A count that has been reached is never reached again.
    private ref int Awaited => ref *(int*)(_memory + Apart);

    // 1 from an interruption until the owner's wait that it ends.
    private ref int Interrupted => ref *(int*)(_memory + Apart + sizeof(int));

    /// <summary>
    /// Adds a completed slot and wakes the owner if it sleeps until exactly this one; for any thread.
    /// </summary>
    internal void Add(int slot)
    {
        long head = Volatile.Read(ref Head);
        while (true)
        {
            _slots[slot].Next = SlotOf(head);
            long next = Word(unchecked(CountOf(head) + 1), slot);
            long seen = Interlocked.CompareExchange(ref Head, next, head);
            if (seen == head)
            {
                WakeOwnerAt(CountOf(next));
                return;
            }

            head = seen;
        }
    }

    /// <summary>Takes all slots, oldest first; for the owner only.</summary>
    /// <returns>The first slot, which links to the others, or <see cref="End"/>.</returns>
    internal int TakeAll()
    {
        if (SlotOf(Volatile.Read(ref Head)) == End)
        {
            return End;
        }

        int newest = SlotOf(Interlocked.Or(ref Head, ~CountMask));
        int oldest = End;
        while (newest != End)
        {
            int next = _slots[newest].Next;
            _slots[newest].Next = oldest;
            oldest = newest;
            newest = next;
        }

        return oldest;
    }

    /// <summary>
    /// Sleeps until this many slots have been added since the list was created, the owner is interrupted, or the
    /// deadline passes; for the owner only.
    /// </summary>
    /// <param name="count">The count, wrapped to 32 bits, at most 2,147,483,647 ahead.</param>
    /// <param name="deadline">When to stop waiting.</param>
    internal void WaitFor(int count, long deadline = EngineLimits.NoDeadline)
    {
        while (true)
        {
            // A full barrier between the announcement and the check: either the worker that reaches the count sees the
            // announcement, or the owner sees that the count is reached. Repeated in each round: an interruption that
            // was already taken may change the word late, and the owner cannot sleep on a changed word.
            Interlocked.Exchange(ref Awaited, count);
            if (unchecked(CountOf(Volatile.Read(ref Head)) - count) >= 0)
            {
                return;
            }

            if (Volatile.Read(ref Interrupted) != 0)
            {
                Volatile.Write(ref Interrupted, 0);
                return;
            }

            if (Deadline.HasPassed(deadline))
            {
                return;
            }

            _threads.WaitOnAddress((nint)(_memory + Apart), count, Deadline.RemainingNs(deadline));
        }
    }

    /// <summary>Ends the owner's current or next wait before the count is reached; for any thread.</summary>
    internal void Interrupt()
    {
        // The word on which the owner sleeps also changes, so that an owner about to sleep does not.
        Interlocked.Exchange(ref Interrupted, 1);
        int awaited = Volatile.Read(ref Awaited);
        Interlocked.CompareExchange(ref Awaited, unchecked(awaited - 1), awaited);
        _threads.WakeOnAddress((nint)(_memory + Apart), 1);
    }

    internal void Free() => NativeMemory.AlignedFree(_memory);

    private void WakeOwnerAt(int count)
    {
        // Another value is stored before the wake, for an owner that is about to sleep; it is stored by comparing, for
        // an owner that has already seen the count, gone on and announced the next one.
        if (Volatile.Read(ref Awaited) == count
            && Interlocked.CompareExchange(ref Awaited, unchecked(count - 1), count) == count)
        {
            _threads.WakeOnAddress((nint)(_memory + Apart), 1);
        }
    }

    private static long Word(int count, int slot) => ((long)count << 32) | unchecked((uint)slot);

    private static int CountOf(long word) => unchecked((int)(word >> 32));

    private static int SlotOf(long word) => unchecked((int)word);
}
