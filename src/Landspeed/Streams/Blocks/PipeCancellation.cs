using System.Diagnostics.CodeAnalysis;

namespace Landspeed.Streams.Blocks;

/// <summary>
/// Ends a pipe's wait by a call from any thread, or by the token of the call that waits; knows which of the two it was.
/// Nothing is allocated but a token source for the first wait, and one after each that was ended.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "Sources without a timer, a link or a handle hold nothing to dispose.")]
internal sealed class PipeCancellation
{
    private readonly object _gate = new();
    private CancellationTokenSource? _source;
    private bool _isRequested;

    /// <summary>Ends the wait, or the next one when there is none.</summary>
    internal void Request()
    {
        CancellationTokenSource? source;
        lock (_gate)
        {
            _isRequested = true;
            source = TakeSource();
        }

        source?.Cancel();
    }

    /// <summary>Takes a request back to answer it; each one is answered once.</summary>
    internal bool TryTakeRequest()
    {
        lock (_gate)
        {
            bool wasRequested = _isRequested;
            _isRequested = false;
            return wasRequested;
        }
    }

    /// <summary>The token of the wait that begins now.</summary>
    internal CancellationToken BeginWait()
    {
        lock (_gate)
        {
            return _isRequested ? new CancellationToken(canceled: true) : (_source ??= new CancellationTokenSource()).Token;
        }
    }

    /// <summary>Lets the caller's token end the wait too; to be disposed when it ended.</summary>
    internal CancellationTokenRegistration Join(CancellationToken token) =>
        token.UnsafeRegister(static wait => ((PipeCancellation)wait!).EndWait(), this);

    private void EndWait()
    {
        CancellationTokenSource? source;
        lock (_gate)
        {
            source = TakeSource();
        }

        source?.Cancel();
    }

    // Who ends a wait takes its source away: the cancellation comes after the lock, when the wait may have ended by
    // itself, and must not reach the next one.
    private CancellationTokenSource? TakeSource()
    {
        CancellationTokenSource? source = _source;
        _source = null;
        return source;
    }
}
