namespace Landspeed.Streams.Threading;

/// <summary>
/// A first-in, first-out queue of operations, linked by <see cref="EngineOperation.Next"/>; allocates nothing.
/// </summary>
/// <remarks>A mutable struct, guarded by its owner. An operation is in one queue at a time.</remarks>
internal struct OperationQueue
{
    private EngineOperation? _last;

    /// <summary>The oldest operation, or null when empty.</summary>
    internal EngineOperation? First { get; private set; }

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

    /// <summary>Removes and returns the oldest operation, or null when empty.</summary>
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
    /// <returns>A queue with these operations.</returns>
    internal OperationQueue TakeAll()
    {
        OperationQueue all = this;
        this = default;
        return all;
    }

    /// <summary>Removes an operation from any position.</summary>
    /// <returns>True if it was in the queue.</returns>
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
