using Landspeed.Platform;
using Landspeed.Platform.Observation;

namespace Landspeed.Engine;

/// <summary>
/// Completes one read or write, whatever its individual requests return: all bytes, fewer, none, interrupted,
/// would-block, or an error. The one transfer loop for streams, copies and measurements.
/// </summary>
/// <remarks>
/// <para>Queue <see cref="Next"/>, pass the completion to <see cref="Take"/>, and while the transfer is unfinished
/// queue <see cref="Next"/> again. The tag stays the same.</para>
/// <para>A mutable struct to be kept in an array of the caller, one per request in flight; no allocation, no system
/// call. Not thread-safe. Source: read(2), write(2), open(2) on O_DIRECT.</para>
/// </remarks>
internal struct Transfer
{
    /// <summary>
    /// Consecutive attempts that move no byte before a transfer is given up: 16. A real system needs one or two; an
    /// endless loop must be impossible.
    /// </summary>
    public const int MaximumFruitlessAttempts = 16;

    // A direct read cannot begin at an end of file that is not aligned, so it never reads 0 there: it ends at the same
    // byte every time. Three such reads in a row, the first and two repetitions, are taken as proof.
    private const int RepetitionsAtEndOfFile = 2;

    private readonly IoRequest _request;
    private readonly int _alignment;
    private readonly int _needed;
    private int _fruitless;
    private int _sameEnds;

    /// <summary>Describes a transfer without queueing it.</summary>
    /// <param name="request">The whole read or write.</param>
    /// <param name="alignment">
    /// Alignment of the offset, address and length of each request in bytes, a power of two; 1 when buffered.
    /// </param>
    /// <param name="needed">
    /// Number of bytes that suffice, 1 to the request's length. Fewer than the length if a direct read of a file's
    /// last, unaligned part is rounded up.
    /// </param>
    /// <exception cref="ArgumentException">The request is not a read or write.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A number is out of range, or the request is not aligned.</exception>
    public Transfer(in IoRequest request, int alignment, int needed)
        : this(request, alignment, alignment, needed)
    {
    }

    /// <summary>Describes a transfer whose memory must be aligned less, or more, than its offset in the file.</summary>
    /// <param name="request">The whole read or write.</param>
    /// <param name="alignment">Alignment of the offset and length of each request in bytes, a power of two.</param>
    /// <param name="memoryAlignment">Alignment of the address in bytes, a power of two.</param>
    /// <param name="needed">Number of bytes that suffice, 1 to the request's length.</param>
    /// <exception cref="ArgumentException">The request is not a read or write.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A number is out of range, or the request is not aligned.</exception>
    public Transfer(in IoRequest request, int alignment, int memoryAlignment, int needed)
    {
        if (request.Operation is not (IoOperation.Read or IoOperation.Write))
        {
            throw new ArgumentException($"a transfer reads or writes; it does not {request.Operation}", nameof(request));
        }

        RequirePowerOfTwo(alignment, nameof(alignment));
        RequirePowerOfTwo(memoryAlignment, nameof(memoryAlignment));
        if (request.Offset % alignment != 0 || request.Length % alignment != 0 || request.Address % memoryAlignment != 0)
        {
            throw new ArgumentOutOfRangeException(
                nameof(request), request, "offset, length and address must be multiples of the alignment");
        }

        ArgumentOutOfRangeException.ThrowIfLessThan(needed, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(needed, request.Length);

        // Both also hold where a short transfer continues.
        (_request, _alignment, _needed) = (request, Math.Max(alignment, memoryAlignment), needed);
    }

    /// <summary>Bytes known to be moved, from the transfer's start; may exceed the needed ones.</summary>
    public int Moved { get; private set; }

    /// <summary>State of the transfer.</summary>
    public TransferState State { get; private set; }

    /// <summary>Why it failed, or <see cref="NativeError.NoProgress"/>; none in every other state.</summary>
    public NativeError Error { get; private set; }

    /// <summary>True if it ended without all bytes before the end of the file.</summary>
    public readonly bool HasFailed => State is TransferState.Failed or TransferState.NoProgress;

    /// <summary>
    /// The request for the remaining bytes. It starts at the last aligned byte not after the moved ones: with 700 of
    /// 4096 bytes moved and an alignment of 512, at 512 for 3584 bytes.
    /// </summary>
    public readonly IoRequest Next => _request with
    {
        Offset = _request.Offset + Start,
        Address = _request.Address + Start,
        Length = _request.Length - Start,
    };

    private readonly int Start => Moved & -_alignment;

    /// <summary>Takes the result of <see cref="Next"/>.</summary>
    /// <param name="result">The completion's result.</param>
    /// <returns>The new state of the transfer.</returns>
    /// <exception cref="InvalidOperationException">
    /// The transfer had already ended, or more was moved than requested; nothing changed.
    /// </exception>
    public TransferState Take(NativeResult result)
    {
        if (State != TransferState.Unfinished)
        {
            throw new InvalidOperationException($"a transfer that is {State} takes no more results");
        }

        if (result.Raw > _request.Length - Start)
        {
            throw new InvalidOperationException(
                FormattableString.Invariant($"{result.Raw} bytes were moved where {_request.Length - Start} were asked"));
        }

        IoMeter.Took(_request.Operation == IoOperation.Write, result);
        State = result.Failed ? AfterError(result.Error)
            : result.Raw == 0 ? AfterNothing()
            : AfterBytes(Start + (int)result.Raw);
        if (State == TransferState.NoProgress)
        {
            Error = NativeError.NoProgress;
        }

        return State;
    }

    /// <summary>Creates the exception for a failed transfer, which names the remaining range.</summary>
    /// <param name="operation">A verb phrase.</param>
    /// <param name="path">The file.</param>
    /// <param name="hint">Likely cause and what to try, or null.</param>
    internal readonly NativeIOException Failure(string operation, FilePath? path, string? hint = null) =>
        new(operation, path, Error, _request.Offset + Moved, _request.Length - Moved, hint);

    private TransferState AfterError(NativeError error)
    {
        // A caller that asks not to wait expects to see that it would have blocked.
        bool isPassing = error.Kind == NativeErrorKind.Interrupted
            || (error.Kind == NativeErrorKind.WouldBlock && (_request.Flags & TransferFlags.NoWait) == 0);
        if (isPassing && CountFruitless() == TransferState.Unfinished)
        {
            return TransferState.Unfinished;
        }

        Error = error;
        return TransferState.Failed;
    }

    private TransferState AfterNothing()
    {
        if (_request.Operation == IoOperation.Write)
        {
            return TransferState.NoProgress;
        }

        // The file ends at or before the start of this request, even if an earlier one read beyond.
        Moved = Start;
        return TransferState.EndOfFile;
    }

    private TransferState AfterBytes(int end)
    {
        int before = Moved;

        // Reading the same part again may have left undefined bytes beyond its end; writing it again has not.
        Moved = _request.Operation == IoOperation.Read ? end : Math.Max(end, before);
        if (Moved >= _needed)
        {
            return TransferState.Done;
        }

        if (end > before)
        {
            (_fruitless, _sameEnds) = (0, 0);
            return TransferState.Unfinished;
        }

        _sameEnds = end == before ? _sameEnds + 1 : 0;
        return _request.Operation == IoOperation.Read && _sameEnds == RepetitionsAtEndOfFile
            ? TransferState.EndOfFile
            : CountFruitless();
    }

    private static void RequirePowerOfTwo(int alignment, string name)
    {
        if (alignment < 1 || (alignment & (alignment - 1)) != 0)
        {
            throw new ArgumentOutOfRangeException(name, alignment, "an alignment is a power of two");
        }
    }

    private TransferState CountFruitless() =>
        ++_fruitless < MaximumFruitlessAttempts ? TransferState.Unfinished : TransferState.NoProgress;
}

/// <summary>The states of a <see cref="Transfer"/>.</summary>
internal enum TransferState
{
    /// <summary>Not finished: queue <see cref="Transfer.Next"/>.</summary>
    Unfinished,

    /// <summary>All needed bytes were moved.</summary>
    Done,

    /// <summary>A read reached the end of the file after <see cref="Transfer.Moved"/> bytes.</summary>
    EndOfFile,

    /// <summary>
    /// The system moves nothing and returns no error: a write of 0 bytes, or the same part again and again.
    /// </summary>
    NoProgress,

    /// <summary>The system call failed; see <see cref="Transfer.Error"/>.</summary>
    Failed,
}
