using System.Diagnostics.CodeAnalysis;
using static System.FormattableString;

namespace Landspeed.Engine;

/// <summary>Checks for mistakes of callers in the same way for every engine. A refused call changes nothing.</summary>
internal static class RequestChecks
{
    /// <summary>Checks a queue depth.</summary>
    /// <param name="queueDepth">1 to <see cref="EngineLimits.MaximumQueueDepth"/>.</param>
    /// <returns>The same number.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The depth is out of range.</exception>
    internal static int QueueDepth(int queueDepth) =>
        queueDepth is >= 1 and <= EngineLimits.MaximumQueueDepth
            ? queueDepth
            : throw new ArgumentOutOfRangeException(
                nameof(queueDepth), queueDepth, $"a queue depth is 1 to {EngineLimits.MaximumQueueDepth}");

    /// <summary>Checks a request before it is queued.</summary>
    /// <param name="request">The request; its address is left to the system, which returns an error.</param>
    /// <param name="files">The engine's files.</param>
    /// <exception cref="ArgumentOutOfRangeException">Operation, file, offset or length is out of range.</exception>
    internal static void Request(in IoRequest request, AttachedFiles files)
    {
        switch (request.Operation)
        {
            case IoOperation.Nothing:
                return;
            case IoOperation.Read or IoOperation.Write:
                CheckFile(request.File, files);
                CheckRange(request.Offset, request.Length);
                return;
            case IoOperation.FlushData or IoOperation.FlushAll:
                CheckFile(request.File, files);
                return;
            default:
                Refuse(nameof(request.Operation), request.Operation, "not an operation");
                return;
        }
    }

    /// <summary>Checks the arguments of a reap.</summary>
    /// <param name="room">Number of completions that fit the caller's span.</param>
    /// <param name="minimum">Number of completions the caller waits for.</param>
    /// <param name="outstanding">Requests outstanding in the engine.</param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// There is no room, or the minimum exceeds what can complete.
    /// </exception>
    internal static void Reap(int room, int minimum, int outstanding)
    {
        if (room == 0)
        {
            Refuse("completions", room, "there must be room for one completion or more");
        }

        int most = Math.Min(room, outstanding);
        if (minimum < 0 || minimum > most)
        {
            Refuse(
                nameof(minimum),
                minimum,
                Invariant($"with room for {room} and {outstanding} outstanding it is 0 to {most}"));
        }
    }

    /// <summary>Checks that a waker may be created.</summary>
    /// <param name="exists">True if the engine already has one.</param>
    /// <param name="outstanding">Requests outstanding in the engine.</param>
    /// <exception cref="InvalidOperationException">It may not be created.</exception>
    internal static void Waker(bool exists, int outstanding)
    {
        if (exists || outstanding > 0)
        {
            throw new InvalidOperationException(exists
                ? "an engine has one waker: share it"
                : Invariant($"{outstanding} requests are outstanding: make the waker before the first one"));
        }
    }

    private static void CheckFile(EngineFile file, AttachedFiles files)
    {
        if (!files.Contains(file))
        {
            Refuse(nameof(IoRequest.File), file.Slot, "no file is attached in this slot");
        }
    }

    private static void CheckRange(long offset, int length)
    {
        if (length is < 1 or > EngineLimits.MaximumTransfer)
        {
            Refuse(nameof(IoRequest.Length), length, $"a transfer is 1 to {EngineLimits.MaximumTransfer} bytes");
        }

        if (offset < 0 || offset > long.MaxValue - length)
        {
            Refuse(nameof(IoRequest.Offset), offset, "a transfer lies between 0 and the largest 64-bit number");
        }
    }

    // Separate, so that the checks themselves stay small enough to be inlined.
    [DoesNotReturn]
    private static void Refuse(string name, object value, string allowed) =>
        throw new ArgumentOutOfRangeException(name, value, allowed);
}
