using System.Runtime.ExceptionServices;

namespace Landspeed.Mpi;

/// <summary>A call made in steps: each lets the library do some work and checks whether the call is complete.</summary>
/// <param name="steps">
/// Ends when the call is complete. Between two elements the call waits: for a particular peer, or, if the element is
/// true, for any peer.
/// </param>
internal sealed class MpiCall(IEnumerable<bool> steps) : IDisposable
{
    private readonly IEnumerator<bool> _steps = steps.GetEnumerator();
    private readonly ManualResetEventSlim _done = new();
    private ExceptionDispatchInfo? _failure;

    /// <summary>True if no thread waits for it any longer.</summary>
    internal volatile bool IsAbandoned;

    /// <summary>True if, after its last step, it waits for no particular peer.</summary>
    internal bool IsListening { get; private set; }

    /// <summary>Makes one step; called by the thread that owns MPI.</summary>
    /// <returns>True if the call is complete.</returns>
    internal bool Step()
    {
        if (IsAbandoned)
        {
            return true;
        }

        try
        {
            if (_steps.MoveNext())
            {
                IsListening = _steps.Current;
                return false;
            }
        }
        catch (Exception e)
        {
            _failure = ExceptionDispatchInfo.Capture(e);
        }

        _done.Set();
        return true;
    }

    /// <summary>Waits until the call is complete.</summary>
    /// <exception cref="OperationCanceledException">The token was cancelled; the call is abandoned.</exception>
    internal void Wait(CancellationToken stop)
    {
        try
        {
            _done.Wait(stop);
        }
        catch (OperationCanceledException)
        {
            IsAbandoned = true;
            throw;
        }

        _failure?.Throw();
    }

    // The event is not disposed, because the owner may be about to set it.
    public void Dispose() => IsAbandoned = true;
}
