using System.Numerics;
using System.Runtime.InteropServices;

namespace Landspeed.Engine;

/// <summary>
/// Passes requests from the owner to the workers: a first-in, first-out ring of slot numbers in native memory. The
/// owner appends and any thread claims, without waiting.
/// </summary>
/// <remarks>
/// A claimer reads the number before it moves the head. That is safe although the owner writes into the ring at the
/// same time: the owner reaches an entry again only after everything in the ring was claimed, because at most the
/// ring's length is outstanding. By then the head has moved and the claim fails.
/// </remarks>
internal readonly unsafe struct ClaimQueue
{
    // Cache lines of 64 bytes are fetched in pairs, so fields written by different threads are 128 bytes apart.
    private const int Apart = 128;

    private readonly byte* _memory;
    private readonly int _mask;

    /// <summary>Creates an empty queue; <see cref="Free"/> frees its memory.</summary>
    /// <param name="capacity">Maximum number of slot numbers in it, 1 or more.</param>
    internal ClaimQueue(int capacity)
    {
        int entries = (int)BitOperations.RoundUpToPowerOf2((uint)capacity);
        _mask = entries - 1;
        _memory = (byte*)NativeMemory.AlignedAlloc((nuint)((2 * Apart) + (sizeof(int) * entries)), Apart);
        Head = 0;
        Tail = 0;
    }

    private ref long Head => ref *(long*)_memory;

    private ref long Tail => ref *(long*)(_memory + Apart);

    private int* Entries => (int*)(_memory + (2 * Apart));

    /// <summary>Appends a slot; for the owner's thread only.</summary>
    internal void Append(int slot)
    {
        long tail = Tail;
        Entries[tail & _mask] = slot;
        Volatile.Write(ref Tail, tail + 1);
    }

    /// <summary>Takes the oldest slot if there is one; for any thread.</summary>
    internal bool TryClaim(out int slot)
    {
        long head = Volatile.Read(ref Head);
        while (head < Volatile.Read(ref Tail))
        {
            slot = Volatile.Read(ref Entries[head & _mask]);
            long seen = Interlocked.CompareExchange(ref Head, head + 1, head);
            if (seen == head)
            {
                return true;
            }

            head = seen;
        }

        slot = 0;
        return false;
    }

    internal void Free() => NativeMemory.AlignedFree(_memory);
}
