namespace Landspeed.Streams.Threading;

/// <summary>Operations in line, first in, first out, linked by <see cref="EngineOperation.Next"/>; no allocation.</summary>
/// <remarks>A mutable value; whoever has it guards it. An operation is in one line at a time.</remarks>
internal struct OperationQueue
{
    private EngineOperation? _last;

    /// <summary>The oldest one; null when there is none.</summary>
    internal EngineOperation? First { get; private set; }

    /// <summary>Whether there is none.</summary>
    internal readonly bool IsEmpty => First is null;

    /// <summary>Puts an operation at the end.</summary>
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

    /// <summary>Takes the oldest one out; null when there is none.</summary>
    internal EngineOperation? Take()
    {
        EngineOperation? operation = First;
        if (operation is not null)
        {
            Unlink(null, operation);
        }

        return operation;
    }

    /// <summary>Takes all out.</summary>
    /// <returns>A queue of them.</returns>
    internal OperationQueue TakeAll()
    {
        OperationQueue all = this;
        this = default;
        return all;
    }

    /// <summary>Takes one out, wherever it is.</summary>
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
