namespace Landspeed.Copying.Content;

/// <summary>Lets pieces pass in file order: early ones wait.</summary>
internal sealed class InOrder
{
    private readonly PriorityQueue<CopySlot, long> _early = new();

    /// <summary>The number of the piece whose turn it is.</summary>
    internal long Next { get; private set; }

    /// <summary>True if it is a piece's turn; otherwise the piece waits here.</summary>
    internal bool TryPass(CopySlot slot)
    {
        if (slot.Number == Next)
        {
            Next++;
            return true;
        }

        _early.Enqueue(slot, slot.Number);
        return false;
    }

    /// <summary>Takes a waiting piece whose turn has come.</summary>
    internal bool TryTake(out CopySlot? slot)
    {
        if (_early.TryPeek(out slot, out long number) && number == Next)
        {
            _early.Dequeue();
            Next++;
            return true;
        }

        slot = null;
        return false;
    }

    /// <summary>Frees all waiting slots.</summary>
    internal void FreeAll(CopyLoop loop)
    {
        while (_early.TryDequeue(out CopySlot? slot, out _))
        {
            loop.Release(slot, SlotStep.Free);
        }
    }
}
