using System.Runtime.ExceptionServices;

namespace Landspeed.Mpi;

/// <summary>A call in steps: each lets the library do some work and looks whether it is done.</summary>
/// <param name="steps">Ends when the call is done; between two elements the call waits: for a peer that is expected, or, where the element is true, for whoever may come.</param>
internal sealed class MpiCall(IEnumerable<bool> steps) : IDisposable
{
    private readonly IEnumerator<bool> _steps = steps.GetEnumerator();
    private readonly ManualResetEventSlim _done = new();
    private ExceptionDispatchInfo? _failure;

    /// <summary>Whether nobody waits for it any more.</summary>
    internal volatile bool IsAbandoned;

    /// <summary>Whether it waits for nobody in particular, after its last step.</summary>
    internal bool IsListening { get; private set; }

    /// <summary>Goes one step; called by the thread that owns MPI.</summary>
    /// <returns>Whether it is done.</returns>
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

    /// <summary>Waits until it is done.</summary>
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

    // The event is not disposed: the owner may be about to set it.
    public void Dispose() => IsAbandoned = true;
}
