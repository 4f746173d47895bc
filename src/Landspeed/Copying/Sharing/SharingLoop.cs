using System.Runtime.ExceptionServices;

namespace Landspeed.Copying.Sharing;

/// <summary>Carries a share's questions to the pool on its own thread, until the work of all ranks is done.</summary>
/// <remarks>Sleeps between questions as long as the pool specifies: less than 5 % of a core.</remarks>
internal sealed class SharingLoop : IDisposable
{
    private readonly WorkShare _share;
    private readonly IWorkExchange _exchange;
    private readonly TimeProvider _clock;
    private readonly CancellationTokenSource _end = new();
    private readonly object _gate = new();
    private readonly Action _answered;
    private readonly Thread _thread;
    private ExceptionDispatchInfo? _failure;
    private bool _hasNews;

    /// <summary>Starts the loop.</summary>
    /// <param name="share">The share that asks; its <see cref="WorkShare.News"/> then belong to this loop.</param>
    /// <param name="exchange">Carries the questions.</param>
    /// <param name="clock">Measures pauses.</param>
    /// <param name="answered">Called on the loop's thread after each answer; on rank 0 it reads what the pool collected.</param>
    internal SharingLoop(WorkShare share, IWorkExchange exchange, TimeProvider clock, Action answered)
    {
        (_share, _exchange, _clock, _answered) = (share, exchange, clock, answered);
        share.News = Wake;
        _thread = Threads.Start(Run, "landspeed sharing");
    }

    /// <summary>Waits until the work of all ranks is done.</summary>
    /// <exception cref="IOException">Rank 0 can no longer be reached; the share was stopped.</exception>
    internal void Wait()
    {
        _thread.Join();
        _failure?.Throw();
    }

    /// <summary>
    /// Ends the loop even before the work is done; then no other rank ends either, and the group must be abandoned.
    /// </summary>
    public void Dispose()
    {
        _end.Cancel();
        _share.GiveUp(code: 1);
        Wake();
        _thread.Join();
        _end.Dispose();
    }

    private void Run()
    {
        try
        {
            while (!_share.IsDone && !_end.IsCancellationRequested)
            {
                lock (_gate)
                {
                    _hasNews = false;
                }

                byte[] answer = _exchange.Ask(_share.Ask(), _end.Token);
                Waits waits = _share.Answer(answer) ?? throw CompactReader.Damaged();
                _answered();
                if (!_share.IsDone)
                {
                    Pause(waits);
                }
            }
        }
        catch (OperationCanceledException) when (_end.IsCancellationRequested)
        {
        }
#pragma warning disable CA1031 // whoever waits for the end learns it
        catch (Exception failure)
#pragma warning restore CA1031
        {
            _failure = ExceptionDispatchInfo.Capture(failure);
            _share.GiveUp(code: 1);
        }
    }

    private void Pause(Waits waits)
    {
        long since = _clock.GetTimestamp();
        lock (_gate)
        {
            while (!_end.IsCancellationRequested)
            {
                TimeSpan left = (_hasNews ? waits.Pause : waits.Rest) - _clock.GetElapsedTime(since);
                if (left <= TimeSpan.Zero)
                {
                    return;
                }

                Monitor.Wait(_gate, TimeSpan.FromMilliseconds(Math.Ceiling(left.TotalMilliseconds)));
            }
        }
    }

    private void Wake()
    {
        lock (_gate)
        {
            _hasNews = true;
            Monitor.PulseAll(_gate);
        }
    }
}
