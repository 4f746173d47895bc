namespace Landspeed.Streams;

/// <summary>
/// Hands out a number of tickets, first come, first served, to operations that wait with or without a thread.
/// </summary>
/// <remarks>Thread-safe; nothing is allocated after construction.</remarks>
internal sealed class TurnQueue
{
    private readonly Lock _gate = new();
    private readonly Stack<int> _free;
    private DirectOperation? _first;
    private DirectOperation? _last;

    /// <summary>A queue with the tickets 0 to <paramref name="count"/> - 1.</summary>
    internal TurnQueue(int count) => _free = new Stack<int>(Enumerable.Range(0, count).Reverse());

    /// <summary>Takes a ticket, or a place in the queue.</summary>
    /// <returns>
    /// Whether the operation goes on, with a ticket or cancelled; else it is made ready later, perhaps before this
    /// returns.
    /// </returns>
    internal bool TryTake(DirectOperation operation)
    {
        lock (_gate)
        {
            operation.Ticket = DirectOperation.NoTicket;
            if (operation.IsCancelRequested)
            {
                return true;
            }

            if (_free.TryPop(out int ticket))
            {
                operation.Ticket = ticket;
                return true;
            }

            Append(operation);
            return false;
        }
    }

    /// <summary>Gives a ticket back, to the operation that waits longest.</summary>
    internal void Release(int ticket)
    {
        DirectOperation? next;
        lock (_gate)
        {
            next = _first;
            if (next is null)
            {
                _free.Push(ticket);
                return;
            }

            Unlink(null, next);
            next.Ticket = ticket;
        }

        next.Ready();
    }

    /// <summary>Makes an operation that waits here ready without a ticket; one that does not wait yet never will.</summary>
    internal void Cancel(DirectOperation operation)
    {
        lock (_gate)
        {
            operation.IsCancelRequested = true;
            if (!TryRemove(operation))
            {
                return;
            }
        }

        operation.Ready();
    }

    private bool TryRemove(DirectOperation operation)
    {
        DirectOperation? before = null;
        for (DirectOperation? waiting = _first; waiting is not null; waiting = (DirectOperation?)waiting.Next)
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

    private void Append(DirectOperation operation)
    {
        operation.Next = null;
        if (_last is null)
        {
            _first = operation;
        }
        else
        {
            _last.Next = operation;
        }

        _last = operation;
    }

    private void Unlink(DirectOperation? before, DirectOperation operation)
    {
        var next = (DirectOperation?)operation.Next;
        if (before is null)
        {
            _first = next;
        }
        else
        {
            before.Next = next;
        }

        _last = next is null ? before : _last;
        operation.Next = null;
    }
}
