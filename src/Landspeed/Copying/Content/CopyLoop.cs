using System.Diagnostics;
using Landspeed.Engine;
using Landspeed.Platform;
using Landspeed.Platform.Observation;

namespace Landspeed.Copying.Content;

/// <summary>
/// Keeps requests in flight for the contents of several files: a buffer that has been read is written, and one that has been
/// written is read into again, whichever is ready first. Reading and writing never wait for each other in turns.
/// </summary>
/// <remarks>Belongs to the thread that created it. Allocates nothing per piece.</remarks>
internal sealed class CopyLoop : IDisposable
{
    // The system call takes as long as counting three requests.
    private const int RoundsPerCpuTime = 64;

    private readonly AlignedBufferPool _memory;
    private readonly Stack<CopySlot> _free;
    private readonly CopySlot[] _slots;
    private readonly IoCompletion[] _completions;
    private readonly CopyLimits _limits;
    private readonly CopyTraffic? _traffic;
    private readonly CancellationToken _stop;
    private readonly ulong _flushTag;
    private readonly Queue<IoRequest> _waiting = [];
    private readonly List<ContentWork> _active = [];
    private readonly List<CopySlot> _paused = [];
    private readonly Queue<ContentWork> _again = [];
    private ContentWork? _current;
    private ContentWork? _flushed;
    private IoRequest _flush;
    private int _flushRepeats;
    private long _cpuBefore;
    private long _cpuNs;
    private int _rounds;
    private bool _isHeldBack;

    /// <summary>Creates the engine and its memory.</summary>
    /// <param name="engine">Creates an engine with room for at least this many requests.</param>
    /// <param name="requestSize">Size of each buffer in bytes.</param>
    /// <param name="queueDepth">Number of buffers.</param>
    /// <param name="limits">The rate limits.</param>
    /// <param name="traffic">Counts the transferred bytes, or null.</param>
    /// <param name="stop">Stops the loop: no further piece is started.</param>
    internal CopyLoop(
        Func<int, IIoEngine> engine, int requestSize, int queueDepth, CopyLimits limits, CopyTraffic? traffic, CancellationToken stop)
    {
        (_limits, _traffic, _stop, RequestSize) = (limits, traffic, stop, requestSize);
        _memory = new AlignedBufferPool(queueDepth, requestSize);
        try
        {
            Engine = engine(queueDepth + 1); // one more for a flush
            Engine.AttachMemory(_memory.Address, _memory.Length);
        }
        catch
        {
            Engine?.Dispose();
            _memory.Dispose();
            throw;
        }

        _slots = [.. Enumerable.Range(0, queueDepth).Select(index => new CopySlot(index, _memory.AddressOf(index)))];
        _free = new Stack<CopySlot>(_slots.Reverse());
        _completions = new IoCompletion[queueDepth + 1];
        _flushTag = (ulong)queueDepth;
    }

    /// <summary>Executes the requests.</summary>
    internal IIoEngine Engine { get; }

    /// <summary>Stops the loop.</summary>
    internal CancellationToken Stop => _stop;

    /// <summary>Maximum size of a piece in bytes.</summary>
    internal int RequestSize { get; }

    /// <summary>Maximum bytes read at once under the rate limit: a slow copy moves little data, but often.</summary>
    internal int PieceLimit => _limits.Copying.PieceLimit(RequestSize);

    /// <summary>Works until there is no more work and nothing is in flight.</summary>
    internal void Run(IWorkSource source)
    {
        _cpuBefore = CpuNs() - _cpuNs;
        while (true)
        {
            Fill(source);
            RetryWhatIsDue();
            if (Engine.Outstanding == 0)
            {
                if (_paused.Count > 0)
                {
                    WaitUntilDue();
                    continue;
                }

                if (_active.Count > 0)
                {
                    continue; // the limit, or a work that ended without a request
                }

                if (source.Take(waits: true) is not { } work)
                {
                    return;
                }

                Enter(work);
                continue;
            }

            IoMeter.Reaped(Engine.Outstanding);
            int count = Engine.Reap(_completions, Math.Min(Engine.WorthwhileReap, Engine.Outstanding));
            QueueWhatWaited();
            for (int index = 0; index < count; index++)
            {
                Settle(_completions[index]);
            }

            if (++_rounds % RoundsPerCpuTime == 0)
            {
                TakeCpuTime();
            }
        }
    }

    /// <summary>Queues the request of a slot that was waiting.</summary>
    internal void Release(CopySlot slot, SlotStep step) => Follow(slot, step);

    /// <summary>Requests a flush of a file's data without waiting; one at a time.</summary>
    /// <returns>False if one is already under way.</returns>
    internal bool Flush(ContentWork work, EngineFile file)
    {
        if (_flushed is not null)
        {
            return false;
        }

        _flushed = work;
        work.SlotCount++;
        (_flush, _flushRepeats) = (new IoRequest { Operation = IoOperation.FlushData, File = file, Tag = _flushTag }, 0);
        _traffic?.Begin(TrafficKind.TargetFlush);
        Queue(_flush);
        return true;
    }

    /// <summary>
    /// Work that was under way when the loop broke, and no longer is. The caller must end it, so that its owners are
    /// notified.
    /// </summary>
    internal IReadOnlyList<ContentWork> LeftBehind => _active;

    /// <summary>Releases the engine and the memory; nothing may be in flight.</summary>
    public void Dispose()
    {
        BeHeldBack(false);
        Engine.Dispose();
        _memory.Dispose();
    }

    // An engine that takes one request at a time has no room for a flush in addition to a piece.
    private void Queue(in IoRequest request)
    {
        if (!Engine.TryQueue(request))
        {
            _waiting.Enqueue(request);
        }
    }

    private void QueueWhatWaited()
    {
        while (_waiting.TryPeek(out IoRequest request) && Engine.TryQueue(request))
        {
            _waiting.Dequeue();
        }
    }

    private void Enter(ContentWork work)
    {
        _active.Add(work);
        _current = work;
        if (_stop.IsCancellationRequested)
        {
            work.IsStopped = true;
            return;
        }

        try
        {
            work.Begin(this);
        }
        catch (Exception failure) when (CopyProblems.IsOfTheEntry(failure))
        {
            work.Fail(failure);
        }
    }

    private void Fill(IWorkSource source)
    {
        while (_free.Count > 0)
        {
            if (_current is null && !_again.TryDequeue(out _current))
            {
                if (source.Take(waits: false) is not { } next)
                {
                    return;
                }

                Enter(next);
            }

            ContentWork work = _current!;
            if (_stop.IsCancellationRequested && !work.IsExhausted)
            {
                work.IsStopped = true;
            }
            else if (work.Failure is null && !IsAllowed(work))
            {
                return;
            }

            if (!TryStart(work))
            {
                work.IsExhausted = true;
                _current = null;
                EndIfDone(work);
            }
        }
    }

    private bool IsAllowed(ContentWork work)
    {
        RateLimit limit = LimitOf(work);
        bool isAllowed = limit.Allows(waits: false, _stop);
        BeHeldBack(!isAllowed && !work.IsVerification);
        return isAllowed || (Engine.Outstanding == 0 && limit.Allows(waits: true, _stop));
    }

    private void BeHeldBack(bool isHeldBack)
    {
        if (isHeldBack == _isHeldBack)
        {
            return;
        }

        _isHeldBack = isHeldBack;
        if (isHeldBack)
        {
            _limits.Copying.HoldsBack();
        }
        else
        {
            _limits.Copying.LetsGo();
        }
    }

    private void TakeCpuTime()
    {
        _cpuNs = CpuNs() - _cpuBefore;
        _traffic?.SetLoopCpu(_cpuNs);
    }

    private long CpuNs() =>
        _traffic is not null && NativePlatform.Threads.ThreadTimes(out ProcessorTimes times).Succeeded
            ? times.TotalNs : 0;

    private RateLimit LimitOf(ContentWork work) => work.IsVerification ? _limits.Verifying : _limits.Copying;

    private bool TryStart(ContentWork work)
    {
        if (work.IsStopped || work.Failure is not null)
        {
            return false;
        }

        CopySlot slot = _free.Pop();
        (slot.Work, slot.IsDowngraded, slot.Retries) = (work, false, 0);
        work.SlotCount++;
        try
        {
            if (work.TryBegin(slot, out SlotStep step))
            {
                LimitOf(work).Took(slot.Chunk.Length);
                Follow(slot, step);
                return true;
            }
        }
        catch (Exception failure) when (CopyProblems.IsOfTheEntry(failure))
        {
            Abandon(work, failure);
        }

        work.SlotCount--;
        slot.Work = null;
        _free.Push(slot);
        return false;
    }

    private void Settle(in IoCompletion completion)
    {
        if (completion.Tag == _flushTag)
        {
            ContentWork flushed = _flushed!;
            if (completion.Result.Error.Kind is NativeErrorKind.Interrupted or NativeErrorKind.WouldBlock
                && ++_flushRepeats < Transfer.MaximumFruitlessAttempts)
            {
                Queue(_flush); // nothing was done yet: this is no failed flush
                return;
            }

            _flushed = null;
            _traffic?.End(TrafficKind.TargetFlush);
            flushed.Flushed(completion.Result);
            flushed.SlotCount--;
            EndIfDone(flushed);
            return;
        }

        CopySlot slot = _slots[(int)completion.Tag];
        ContentWork work = slot.Work!;
        SlotStep step;
        switch (Take(slot, completion.Result))
        {
            case TransferState.Unfinished:
                step = SlotStep.Queue;
                break;
            case TransferState.Done:
                slot.Retries = 0;
                step = After(work, slot);
                break;
            default:
                step = AfterFailure(work, slot);
                break;
        }

        Follow(slot, step);
    }

    private TransferState Take(CopySlot slot, NativeResult result)
    {
        long before = slot.Transfer.Moved;
        TransferState state = slot.Take(result);

        // A direct request is rounded up.
        _traffic?.End(slot.Traffic);
        _traffic?.Moved(slot.Traffic, Math.Min(slot.Transfer.Moved, slot.Chunk.Length) - Math.Min(before, slot.Chunk.Length));
        return state;
    }

    private SlotStep AfterFailure(ContentWork work, CopySlot slot)
    {
        try
        {
            if (work.TryRecover(slot))
            {
                return SlotStep.Queue;
            }

            if (!_stop.IsCancellationRequested && work.MayRetry(slot, out TimeSpan pause))
            {
                slot.Due = Stopwatch.GetTimestamp() + (long)(pause.TotalSeconds * Stopwatch.Frequency);
                _paused.Add(slot);
                return SlotStep.Wait;
            }

            Abandon(work, work.Describe(slot));
        }
        catch (Exception failure) when (CopyProblems.IsOfTheEntry(failure))
        {
            Abandon(work, failure);
        }

        return SlotStep.Free;
    }

    private void RetryWhatIsDue()
    {
        for (int index = _paused.Count - 1; index >= 0; index--)
        {
            CopySlot slot = _paused[index];
            if (slot.Due <= Stopwatch.GetTimestamp() || IsGivenUp(slot.Work!))
            {
                _paused.RemoveAt(index);
                Follow(slot, Retried(slot.Work!, slot));
            }
        }
    }

    private bool IsGivenUp(ContentWork work) => work.Failure is not null || _stop.IsCancellationRequested;

    private SlotStep Retried(ContentWork work, CopySlot slot)
    {
        if (IsGivenUp(work))
        {
            work.IsStopped |= _stop.IsCancellationRequested;
            return SlotStep.Free;
        }

        try
        {
            work.Retry(slot);
            return SlotStep.Queue;
        }
        catch (Exception failure) when (CopyProblems.IsOfTheEntry(failure))
        {
            Abandon(work, failure);
            return SlotStep.Free;
        }
    }

    private void WaitUntilDue()
    {
        TimeSpan pause = Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp(), _paused.Min(slot => slot.Due));
        if (pause > TimeSpan.Zero)
        {
            _stop.WaitHandle.WaitOne(pause);
        }
    }

    // Releases slots that wait for a piece that will never come.
    private static void Abandon(ContentWork work, Exception failure)
    {
        work.Fail(failure);
        work.Abandon();
    }

    private static SlotStep After(ContentWork work, CopySlot slot)
    {
        try
        {
            return work.Failure is null ? work.Advance(slot) : SlotStep.Free;
        }
        catch (Exception failure) when (CopyProblems.IsOfTheEntry(failure))
        {
            Abandon(work, failure);
            return SlotStep.Free;
        }
    }

    private void Follow(CopySlot slot, SlotStep step)
    {
        switch (step)
        {
            case SlotStep.Queue:
                slot.Traffic = slot.Work!.TrafficOf(slot);
                _traffic?.Begin(slot.Traffic);
                Queue(slot.Transfer.Next);
                break;
            case SlotStep.Free:
                ContentWork work = slot.Work!;
                slot.Work = null;
                work.SlotCount--;
                _free.Push(slot);
                EndIfDone(work);
                break;
            default:
                break; // its work releases it
        }
    }

    private static bool GoesOn(ContentWork work)
    {
        try
        {
            return work is { Failure: null, IsStopped: false } && work.TryGoOn();
        }
        catch (Exception failure) when (CopyProblems.IsOfTheEntry(failure))
        {
            work.Fail(failure);
            return false;
        }
    }

    private void EndIfDone(ContentWork work)
    {
        if (work is not { IsExhausted: true, SlotCount: 0 })
        {
            return;
        }

        if (GoesOn(work))
        {
            work.IsExhausted = false;
            _again.Enqueue(work);
        }
        else
        {
            _active.Remove(work);
            work.Detach();
            work.End();
            TakeCpuTime();
        }
    }
}
