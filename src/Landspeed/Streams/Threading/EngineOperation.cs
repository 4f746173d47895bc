using Landspeed.Engine;
using Landspeed.Platform;

namespace Landspeed.Streams.Threading;

/// <summary>
/// One transfer or flush that an <see cref="EngineThread"/> executes completely. Belongs to its creator until it is
/// posted, to the engine's thread until <see cref="OnCompleted"/>, then to the creator again.
/// </summary>
internal abstract class EngineOperation
{
    private IoRequest _flush;
    private bool _isFlush;
    private Transfer _transfer;

    /// <summary>The next operation in the list that holds this one.</summary>
    internal EngineOperation? Next { get; set; }

    /// <summary>Bytes transferred, from the request's start.</summary>
    internal int Moved { get; private set; }

    /// <summary>How it ended; Done and EndOfFile mean success.</summary>
    internal TransferState State { get; private set; }

    /// <summary>Why it failed; none in every other state.</summary>
    internal NativeError Error { get; private set; }

    /// <summary>True if it ended without all bytes before the end of the file.</summary>
    internal bool HasFailed => State is TransferState.Failed or TransferState.NoProgress;

    /// <summary>The next request; for the engine's thread only.</summary>
    internal IoRequest Request => _isFlush ? _flush : _transfer.Next;

    /// <summary>Prepares it as a read or write; see <see cref="Transfer"/>.</summary>
    internal void PrepareTransfer(in IoRequest request, int alignment, int needed) =>
        PrepareTransfer(request, alignment, alignment, needed);

    /// <summary>
    /// Prepares it as a read or write with a separate alignment of the memory; see <see cref="Transfer"/>.
    /// </summary>
    internal void PrepareTransfer(in IoRequest request, int alignment, int memoryAlignment, int needed)
    {
        _isFlush = false;
        _transfer = new Transfer(request, alignment, memoryAlignment, needed);
        Reset();
    }

    /// <summary>Prepares it as a flush.</summary>
    internal void PrepareFlush(in IoRequest request)
    {
        _isFlush = true;
        _flush = request;
        Reset();
    }

    /// <summary>Takes the result of <see cref="Request"/>; for the engine's thread only.</summary>
    /// <returns>True if the operation has ended.</returns>
    internal bool Take(NativeResult result)
    {
        if (_isFlush)
        {
            Error = result.Error;
            State = result.Failed ? TransferState.Failed : TransferState.Done;
            return result.Error.Kind != NativeErrorKind.Interrupted;
        }

        State = _transfer.Take(result);
        Moved = _transfer.Moved;
        Error = _transfer.Error;
        return State != TransferState.Unfinished;
    }

    /// <summary>Ends it without another request.</summary>
    internal void Fail(NativeError error) => (State, Error) = (TransferState.Failed, error);

    /// <summary>
    /// Called on the engine's thread when it has ended; must be quick and must neither block nor throw.
    /// </summary>
    internal abstract void OnCompleted();

    private void Reset() => (Moved, State, Error, Next) = (0, TransferState.Unfinished, NativeError.None, null);
}
