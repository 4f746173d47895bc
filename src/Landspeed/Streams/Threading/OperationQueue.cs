namespace Landspeed.Streams.Threading;

/// <summary>Operations, first in, first out, linked by <see cref="EngineOperation.Next"/>; no allocation.</summary>
/// <remarks>A mutable value, guarded by its owner. An operation is in one queue at a time.</remarks>
internal struct OperationQueue
{
    private EngineOperation? _last;

    /// <summary>The oldest operation; null when empty.</summary>
    internal EngineOperation? First { get; private set; }

    /// <summary>Whether it is empty.</summary>
    internal readonly bool IsEmpty => First is null;

    /// <summary>Appends an operation.</summary>
    internal void Append(EngineOperation operation)
    {
        operation.Next = null;
        if (_last is null)
        {
            First = operation;
        }
        else
        {
            _last.Next = operation;
        }

        _last = operation;
    }

    /// <summary>Removes the oldest operation; null when empty.</summary>
    internal EngineOperation? Take()
    {
        EngineOperation? operation = First;
        if (operation is not null)
        {
            Unlink(null, operation);
        }

        return operation;
    }

    /// <summary>Removes all operations.</summary>
    /// <returns>A queue of them.</returns>
    internal OperationQueue TakeAll()
    {
        OperationQueue all = this;
        this = default;
        return all;
    }

    /// <summary>Removes an operation from any position.</summary>
    /// <returns>Whether it was there.</returns>
    internal bool TryRemove(EngineOperation operation)
    {
        EngineOperation? before = null;
        for (EngineOperation? waiting = First; waiting is not null; waiting = waiting.Next)
        {
            if (waiting == operation)
            {
                Unlink(before, waiting);
                return true;
            }

            before = waiting;
        }

        return false;
    }

    private void Unlink(EngineOperation? before, EngineOperation operation)
    {
        if (before is null)
        {
            First = operation.Next;
        }
        else
        {
            before.Next = operation.Next;
        }

        _last = operation.Next is null ? before : _last;
        operation.Next = null;
    }
}
