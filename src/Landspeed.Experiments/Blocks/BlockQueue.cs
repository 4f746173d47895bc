namespace Landspeed.Experiments.Blocks;

/// <summary>
/// Keeps requests of one worker apart that would use the same place at the same time, of which one writes: otherwise it
/// would be undefined which of two writes is the later one.
/// </summary>
/// <remarks>For use by one thread; no allocation.</remarks>
internal sealed class BlockQueue
{
    private const long Free = -1;

    private readonly long[] _offsets;
    private readonly bool[] _writes;
    private readonly int[] _waiting;
    private int _count;

    /// <summary>Initialises it.</summary>
    /// <param name="slots">Most requests.</param>
    internal BlockQueue(int slots)
    {
        (_offsets, _writes, _waiting) = (new long[slots], new bool[slots], new int[slots]);
        _offsets.AsSpan().Fill(Free);
    }

    /// <summary>Adds a request.</summary>
    /// <param name="slot">A free slot.</param>
    /// <param name="offset">Its place.</param>
    /// <param name="writes">Whether it writes.</param>
    /// <returns>Whether it may start; otherwise <see cref="TryNext"/> returns it later.</returns>
    internal bool TryStart(int slot, long offset, bool writes)
    {
        bool isFree = !IsTaken(offset, writes);
        (_offsets[slot], _writes[slot]) = (offset, writes);
        if (!isFree)
        {
            _waiting[_count++] = slot;
        }

        return isFree;
    }

    /// <summary>Removes a request that has ended.</summary>
    internal void End(int slot) => _offsets[slot] = Free;

    /// <summary>Returns a request that has waited for a place, and may start now.</summary>
    /// <param name="offset">The place.</param>
    /// <param name="slot">The request.</param>
    internal bool TryNext(long offset, out int slot)
    {
        for (int index = 0; index < _count; index++)
        {
            slot = _waiting[index];
            if (_offsets[slot] != offset)
            {
                continue;
            }

            // The first that waits: whether it may start depends on those that have, and the others come after it.
            _offsets[slot] = Free;
            bool mayStart = !IsTaken(offset, _writes[slot], isStarted: true);
            _offsets[slot] = offset;
            if (mayStart)
            {
                _waiting.AsSpan(index + 1, _count - index - 1).CopyTo(_waiting.AsSpan(index));
                _count--;
            }

            return mayStart;
        }

        slot = -1;
        return false;
    }

    private bool IsTaken(long offset, bool writes, bool isStarted = false)
    {
        for (int from = 0; from < _offsets.Length; from++)
        {
            int next = _offsets.AsSpan(from).IndexOf(offset);
            if (next < 0)
            {
                return false;
            }

            from += next;
            if ((writes || _writes[from]) && !(isStarted && IsWaiting(from)))
            {
                return true;
            }
        }

        return false;
    }

    private bool IsWaiting(int slot) => _waiting.AsSpan(0, _count).Contains(slot);
}
