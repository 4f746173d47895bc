using System.Runtime.InteropServices;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Engine;

/// <summary>
/// Executes requests on its own threads, each of which makes one positional read or write at a time. Works everywhere,
/// even where a sandbox forbids io_uring.
/// </summary>
/// <remarks>
/// One thread per request that can be outstanding, up to <see cref="MaximumThreads"/>; the constructor creates them,
/// and they run in the background and sleep when idle. When the owner waits for all outstanding requests it also
/// executes requests, so that depth 1 needs no hand-over. Reaping four at a time rather than one saves a quarter of the
/// CPU time at 4 KiB and depth 32.
/// </remarks>
internal sealed unsafe partial class ThreadEngine : IIoEngine
{
    /// <summary>Maximum number of threads per engine: 256. Further requests wait for a thread.</summary>
    public const int MaximumThreads = 256;

    private readonly IFileCalls _calls = NativePlatform.Files;
    private readonly AttachedFiles _files = new();
    private readonly AttachedMemory _memory = new();
    private readonly ThreadSlot* _slots;
    private readonly ClaimQueue _queue;
    private readonly CompletionList _completed;
    private readonly WorkerBell _bell;
    private readonly Thread[] _workers;
    private int _free;
    private int _ready = CompletionList.End;
    private int _queued;
    private int _taken;
    private ThreadWaker? _waker;
    private bool _disposed;

    /// <summary>Creates an engine and its threads.</summary>
    /// <param name="queueDepth">
    /// Maximum number of outstanding requests, 1 to <see cref="EngineLimits.MaximumQueueDepth"/>.
    /// </param>
    /// <exception cref="ArgumentOutOfRangeException">The depth is out of range.</exception>
    /// <exception cref="NativeIOException">The system refuses a thread; nothing is left behind.</exception>
    /// <remarks>About 50 µs and 200 bytes per thread, and 68 bytes per request.</remarks>
    public ThreadEngine(int queueDepth)
    {
        QueueDepth = RequestChecks.QueueDepth(queueDepth);
        _slots = (ThreadSlot*)NativeMemory.AlignedAlloc((nuint)(sizeof(ThreadSlot) * queueDepth), 64);
        for (int slot = 0; slot < queueDepth; slot++)
        {
            _slots[slot] = new ThreadSlot { Next = slot + 1 < queueDepth ? slot + 1 : CompletionList.End };
        }

        IThreadCalls threads = NativePlatform.Threads;
        _queue = new ClaimQueue(queueDepth);
        _completed = new CompletionList(threads, _slots);
        _bell = new WorkerBell(threads);
        _workers = new Thread[Math.Min(queueDepth, MaximumThreads)];
        StartWorkers();
    }

    /// <inheritdoc/>
    public EngineDescription Description { get; internal init; } = new(EngineKind.Threads, [], []);

    /// <inheritdoc/>
    public int QueueDepth { get; }

    /// <summary>
    /// 4 from depth 16 on, otherwise 1: each wake of the owner costs as much CPU time as half a request.
    /// </summary>
    public int WorthwhileReap => QueueDepth >= 4 * EngineLimits.SubmissionGroup ? EngineLimits.SubmissionGroup : 1;

    /// <inheritdoc/>
    public int Outstanding { get; private set; }

    /// <inheritdoc/>
    public EngineFile Attach(SafeFileHandle handle)
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        return _files.Add(handle);
    }

    /// <inheritdoc/>
    public void Detach(EngineFile file)
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        _files.Remove(file);
    }

    /// <inheritdoc/>
    public void AttachMemory(nint address, long length)
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        _memory.Attach(address, length, Outstanding);
    }

    /// <inheritdoc/>
    public bool TryQueue(in IoRequest request)
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        RequestChecks.Request(request, _files);
        int slot = _free;
        if (slot == CompletionList.End)
        {
            return false;
        }

        _free = _slots[slot].Next;
        _slots[slot].Request = request;
        _files.Began(AttachedFiles.SlotOf(request));
        Outstanding++;
        _queued++;

        // From here on a worker that is awake may take it; sleeping workers are woken in groups.
        _queue.Append(slot);
        return true;
    }

    /// <inheritdoc/>
    public void Submit()
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        WakeFor(_queued);
    }

    /// <inheritdoc/>
    public int Reap(Span<IoCompletion> completions, int minimum, long deadline = EngineLimits.NoDeadline)
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        RequestChecks.Reap(completions.Length, minimum, Outstanding);
        if (minimum == Outstanding && minimum > 0 && _waker is null && deadline == EngineLimits.NoDeadline)
        {
            // All must be waited for anyway: the owner takes one of them and whatever else remains.
            WakeFor(_queued - 1);
            RunQueued();
        }
        else
        {
            WakeFor(_queued);
        }

        int count = Collect(completions);
        if (count < minimum)
        {
            _completed.WaitFor(unchecked(_taken + minimum - count), deadline);
            count += Collect(completions[count..]);
        }

        return count;
    }

    /// <inheritdoc/>
    /// <remarks>From then on the owner executes no requests itself, because a waker could not interrupt that.</remarks>
    public IEngineWaker CreateWaker()
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        RequestChecks.Waker(_waker is not null, Outstanding);
        return _waker = new ThreadWaker(_completed);
    }

    /// <summary>Waits for all outstanding requests, ends the threads and releases files and memory.</summary>
    public void Dispose()
    {
        if (_disposed)
        {
            return;
        }

        _disposed = true;
        WakeFor(_queued);
        RunQueued();
        Span<IoCompletion> ignored = stackalloc IoCompletion[16];
        while (Outstanding > 0)
        {
            if (Collect(ignored) == 0)
            {
                _completed.WaitFor(unchecked(_taken + Outstanding));
            }
        }

        Release(_workers.Length);
    }

    private void WakeFor(int requests)
    {
        if (requests > 0)
        {
            _bell.Ring(requests);
        }

        _queued = 0;
    }

    private int Collect(Span<IoCompletion> completions)
    {
        int count = 0;
        while (count < completions.Length)
        {
            if (_ready == CompletionList.End && (_ready = _completed.TakeAll()) == CompletionList.End)
            {
                break;
            }

            ref ThreadSlot slot = ref _slots[_ready];
            completions[count++] = new IoCompletion(slot.Request.Tag, slot.Result, slot.CompletedAt);
            _files.Ended(AttachedFiles.SlotOf(slot.Request));
            (_free, _ready, slot.Next) = (_ready, slot.Next, _free);
        }

        Outstanding -= count;
        _taken = unchecked(_taken + count);
        return count;
    }
}

/// <summary>Ends the wait of a <see cref="ThreadEngine"/>'s owner.</summary>
internal sealed class ThreadWaker : IEngineWaker
{
    private readonly CompletionList _completed;

    internal ThreadWaker(CompletionList completed) => _completed = completed;

    public void Wake() => _completed.Interrupt();
}

/// <summary>
/// One outstanding request of a <see cref="ThreadEngine"/>, in native memory. A slot belongs to the owner, then to the
/// worker that claimed it, then to the owner again. It fills one cache line, so that no two workers share one.
/// </summary>
[StructLayout(LayoutKind.Sequential, Size = 64)]
internal struct ThreadSlot
{
    /// <summary>The request; written by the owner.</summary>
    internal IoRequest Request;

    /// <summary>Its result; written by the worker.</summary>
    internal NativeResult Result;

    /// <summary>When it ended, in stopwatch ticks; written by the worker.</summary>
    internal long CompletedAt;

    /// <summary>The next slot in the same list, or <see cref="CompletionList.End"/>.</summary>
    internal int Next;
}
