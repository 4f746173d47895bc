using System.Diagnostics.CodeAnalysis;

namespace Landspeed.Streams.Blocks;

/// <summary>
/// Ends a pipe's wait by a call from any thread or by the waiting call's token, and knows which of the two it was.
/// Allocates only a token source for the first wait and after each wait that was ended.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "Sources without a timer, a link or a handle hold nothing to dispose.")]
internal sealed class PipeCancellation
{
    private readonly object _gate = new();
    private CancellationTokenSource? _source;
    private bool _isRequested;

    /// <summary>Ends the current wait, or the next one if there is none.</summary>
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

    /// <summary>Takes back a request to answer it; each is answered once.</summary>
    internal bool TryTakeRequest()
    {
        lock (_gate)
        {
            bool wasRequested = _isRequested;
            _isRequested = false;
            return wasRequested;
        }
    }

    /// <summary>Starts a wait and returns its token.</summary>
    internal CancellationToken BeginWait()
    {
        lock (_gate)
        {
            return _isRequested ? new CancellationToken(canceled: true) : (_source ??= new CancellationTokenSource()).Token;
        }
    }

    /// <summary>Lets the caller's token also end the wait; dispose the result when the wait has ended.</summary>
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

    // Whoever ends a wait takes its source: the cancellation comes after the lock, when the wait may have ended by
    // itself, and must not affect the next one.
    private CancellationTokenSource? TakeSource()
    {
        CancellationTokenSource? source = _source;
        _source = null;
        return source;
    }
}
