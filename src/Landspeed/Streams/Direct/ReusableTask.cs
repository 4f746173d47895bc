using System.Threading.Tasks.Sources;

namespace Landspeed.Streams.Direct;

/// <summary>A task for one call at a time, reused without allocation.</summary>
/// <param name="awaited">Called after the task was awaited, when the next call may begin.</param>
internal sealed class ReusableTask(Action awaited) : IValueTaskSource<int>, IValueTaskSource
{
    private ManualResetValueTaskSourceCore<int> _core;

    /// <summary>The task with the byte count; await either this or <see cref="Task"/>, only once.</summary>
    internal ValueTask<int> CountTask => new(this, _core.Version);

    /// <summary>The task without a result.</summary>
    internal ValueTask Task => new(this, _core.Version);

    /// <summary>Completes the task.</summary>
    internal void Complete(int count, Exception? failure)
    {
        if (failure is null)
        {
            _core.SetResult(count);
        }
        else
        {
            _core.SetException(failure);
        }
    }

    public int GetResult(short token)
    {
        bool isEnd = token == _core.Version && _core.GetStatus(token) != ValueTaskSourceStatus.Pending;
        try
        {
            return _core.GetResult(token);
        }
        finally
        {
            if (isEnd)
            {
                _core.Reset();
                awaited();
            }
        }
    }

    void IValueTaskSource.GetResult(short token) => GetResult(token);

    public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

    public void OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);
}
