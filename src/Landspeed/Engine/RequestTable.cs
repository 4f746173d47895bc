using System.Runtime.CompilerServices;

namespace Landspeed.Engine;

/// <summary>The outstanding requests of a ring: which tag and which file stand behind the number the kernel returns.</summary>
/// <remarks>Not thread-safe. Nothing allocates after construction.</remarks>
internal sealed class RequestTable
{
    private readonly (ulong Tag, int Slot)[] _requests;
    private readonly int[] _free;
    private int _freeCount;

    /// <summary>An empty table.</summary>
    /// <param name="capacity">Most requests at once.</param>
    internal RequestTable(int capacity)
    {
        _requests = new (ulong, int)[capacity];
        _free = new int[capacity];
        for (_freeCount = 0; _freeCount < capacity; _freeCount++)
        {
            _free[_freeCount] = capacity - 1 - _freeCount;
        }
    }

    /// <summary>Requests in the table.</summary>
    internal int Count => _requests.Length - _freeCount;

    /// <summary>Puts a request in; there must be room.</summary>
    /// <returns>Its number.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal int Add(ulong tag, int slot)
    {
        int number = _free[--_freeCount];
        _requests[number] = (tag, slot);
        return number;
    }

    /// <summary>Takes a request out.</summary>
    /// <returns>Its tag, and the place of its file.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal (ulong Tag, int Slot) Remove(int number)
    {
        _free[_freeCount++] = number;
        return _requests[number];
    }
}
