namespace Landspeed.Copying.Content;

/// <summary>Lets pieces pass in the order of the file: those that come early wait.</summary>
internal sealed class InOrder
{
    private readonly PriorityQueue<CopySlot, long> _early = new();

    /// <summary>The number of the piece whose turn it is.</summary>
    internal long Next { get; private set; }

    /// <summary>Whether it is a piece's turn; else it waits here.</summary>
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

    /// <summary>Takes out a piece that waited, when its turn has come.</summary>
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

    /// <summary>Frees all that wait.</summary>
    internal void FreeAll(CopyLoop loop)
    {
        while (_early.TryDequeue(out CopySlot? slot, out _))
        {
            loop.Release(slot, SlotStep.Free);
        }
    }
}
