using Landspeed.Streams.Threading;

namespace Landspeed.Streams.Direct;

/// <summary>Hands out tickets, first come, first served, to operations that wait with or without a thread.</summary>
/// <remarks>Thread-safe; allocates nothing after construction.</remarks>
internal sealed class TurnQueue
{
    private readonly Lock _gate = new();
    private readonly Stack<int> _free;
    private OperationQueue _waiting;

    /// <summary>Creates a queue with the tickets 0 to <paramref name="count"/> - 1.</summary>
    internal TurnQueue(int count) => _free = new Stack<int>(Enumerable.Range(0, count).Reverse());

    /// <summary>Takes a ticket, or enters the queue.</summary>
    /// <returns>
    /// True if the operation continues, with a ticket or cancelled; otherwise it is made ready later, perhaps before
    /// this returns.
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

            _waiting.Append(operation);
            return false;
        }
    }

    /// <summary>Returns a ticket and passes it to the operation that has waited longest.</summary>
    internal void Release(int ticket)
    {
        DirectOperation? next;
        lock (_gate)
        {
            next = (DirectOperation?)_waiting.Take();
            if (next is null)
            {
                _free.Push(ticket);
                return;
            }

            next.Ticket = ticket;
        }

        next.Ready();
    }

    /// <summary>Ends the wait of an operation without a ticket; one that is not waiting yet will not wait.</summary>
    internal void Cancel(DirectOperation operation)
    {
        lock (_gate)
        {
            operation.IsCancelRequested = true;
            if (!_waiting.TryRemove(operation))
            {
                return;
            }
        }

        operation.Ready();
    }
}
