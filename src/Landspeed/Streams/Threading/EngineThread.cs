using Landspeed.Engine;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Streams.Threading;

/// <summary>
/// A thread that owns one engine and executes operations on one file for other threads. An engine must not be used from
/// pool threads: io_uring cancels a thread's requests when that thread ends.
/// </summary>
/// <remarks>
/// Started by the first operation, so that a file opened but never used costs nothing. With a rest time it ends when
/// idle, and starts again with the next operation. While it runs it keeps file and memory alive. Posting allocates
/// nothing and makes no system call unless the thread sleeps.
/// </remarks>
internal sealed class EngineThread : IDisposable
{
    // One or two managed frames and the engine's calls.
    private const int StackLength = 256 * 1024;

    private readonly Func<IIoEngine> _createEngine;
    private readonly SafeFileHandle _file;
    private readonly AlignedBufferPool? _memory;
    private readonly Action<Thread> _startThread;
    private readonly TimeSpan _rest;
    private readonly object _gate = new();
    private OperationQueue _posted;
    private Thread? _thread;

    // A thread that is ending its engine or has ended; it no longer takes the lock.
    private Thread? _former;
    private bool _isReady;
    private EngineLoop? _loop;
    private IEngineWaker? _waker;
    private Exception? _failure;
    private Sleep _sleep;
    private int _wakers;

    // Callers that started the thread, or found it starting, and have not had their turn since: it does not rest
    // earlier.
    private int _expecting;
    private bool _stopping;

    /// <summary>Prepares the object without starting the thread.</summary>
    /// <param name="createEngine">Creates the engine; called on the thread.</param>
    /// <param name="file">The file of all operations.</param>
    /// <param name="memory">Memory to register with the engine, or null.</param>
    /// <param name="startThread">For tests: starts the thread in place of the system.</param>
    /// <param name="rest">Idle time after which thread and engine end, or null for never.</param>
    internal EngineThread(
        Func<IIoEngine> createEngine,
        SafeFileHandle file,
        AlignedBufferPool? memory,
        Action<Thread>? startThread = null,
        TimeSpan? rest = null)
    {
        _rest = rest ?? Timeout.InfiniteTimeSpan;
        _startThread = startThread ?? (static thread => thread.Start());
        _createEngine = createEngine;
        _file = file;
        _memory = memory;
    }

    private enum Sleep
    {
        /// <summary>The thread checks for posted operations before it sleeps.</summary>
        Awake,

        /// <summary>It sleeps until an operation is posted.</summary>
        Idle,

        /// <summary>It waits for completions.</summary>
        Reaping,

        /// <summary>It has ended, or was never started.</summary>
        Ended,
    }

    /// <summary>The current or last engine, or null before the first one.</summary>
    internal EngineDescription? Engine { get; private set; }

    /// <summary>True if the memory must never be unmapped, because the engine broke with requests in flight.</summary>
    /// <remarks>Set before any affected operation completes.</remarks>
    internal bool IsMemoryLost => Volatile.Read(ref _loop) is { IsMemoryLost: true };

    /// <summary>Posts an operation.</summary>
    /// <param name="operation">A prepared operation; its file is set here.</param>
    /// <param name="urgency">Whether it may wait for the next completion of another one.</param>
    /// <exception cref="NativeIOException">
    /// The engine cannot be created, or broke; the operation was not posted.
    /// </exception>
    /// <exception cref="ObjectDisposedException">Disposed; the operation was not posted.</exception>
    internal void Post(EngineOperation operation, Urgency urgency)
    {
        bool wake = false;
        lock (_gate)
        {
            ObjectDisposedException.ThrowIf(_stopping, this);
            EnsureStarted();
            _posted.Append(operation);
            if (_sleep == Sleep.Idle)
            {
                _sleep = Sleep.Awake;
                Monitor.PulseAll(_gate);
            }
            else if (_sleep == Sleep.Reaping && urgency == Urgency.AtOnce)
            {
                _sleep = Sleep.Awake;
                Interlocked.Increment(ref _wakers);
                wake = true;
            }
        }

        if (wake)
        {
            Wake();
        }
    }

    /// <summary>Waits for all operations and ends the thread. Must not be called on it.</summary>
    public void Dispose()
    {
        Thread? running, former;
        lock (_gate)
        {
            _stopping = true;
            (running, former) = (_thread, _former);
            Monitor.PulseAll(_gate);
        }

        running?.Join();
        former?.Join();
    }

    // Outside the lock, which the woken thread needs next; counted, because the waker ends with the engine.
    private void Wake()
    {
        try
        {
            _waker!.Wake();
        }
        finally
        {
            Interlocked.Decrement(ref _wakers);
        }
    }

    private void EnsureStarted()
    {
        if (_thread is null)
        {
            _former?.Join();
            _failure = null;
            _sleep = Sleep.Awake;
            _thread = StartThread();
        }

        _expecting++;
        try
        {
            while (!_isReady && _failure is null)
            {
                Monitor.Wait(_gate);
            }
        }
        finally
        {
            _expecting--;
        }

        if (_failure is not null)
        {
            throw _failure is NativeIOException native
                ? new NativeIOException(native.Operation, native.Path, native.Error, hint: native.Hint)
                : new InvalidOperationException($"the engine broke: {_failure.Message}", _failure);
        }
    }

    // Nothing is kept of a thread or engine that the system refused: the next operation tries again.
    private Thread StartThread()
    {
        var thread = new Thread(Run, StackLength) { IsBackground = true, Name = "file stream" };
        Threads.Start(thread, _startThread);
        return thread;
    }

    private void Run()
    {
        EngineLoop? loop = null;
        try
        {
            IIoEngine engine = _createEngine();
            loop = new EngineLoop(engine, _file, _memory);
            Volatile.Write(ref _loop, loop);
            lock (_gate)
            {
                _waker = loop.Waker;
                Engine = engine.Description;
                _isReady = true;
                Monitor.PulseAll(_gate);
            }

            while (Step(loop))
            {
            }

            loop.Dispose();
        }
        catch (Exception failure)
        {
            // No operation is lost: every waiting one fails.
            OperationQueue posted;
            lock (_gate)
            {
                _failure = failure;
                posted = _posted.TakeAll();
                _sleep = Sleep.Ended;
                if (!_isReady)
                {
                    Leave();
                }

                Monitor.PulseAll(_gate);
            }

            SpinWait.SpinUntil(() => Volatile.Read(ref _wakers) == 0);
            NativeError error = failure is NativeIOException native ? native.Error : NativeError.Of(NativeErrorKind.Other);
            loop?.Abort(error);
            EngineLoop.FailAll(posted, error);
        }
    }

    // Under the lock, which the thread no longer takes.
    private void Leave()
    {
        (_former, _thread) = (_thread, null);
        _sleep = Sleep.Ended;
        _isReady = false;
    }

    // One turn: takes the posted operations, submits them, and waits for a completion or for more work.
    private bool Step(EngineLoop loop)
    {
        OperationQueue posted;
        lock (_gate)
        {
            while (_posted.IsEmpty && loop.IsIdle && !_stopping)
            {
                _sleep = Sleep.Idle;
                bool hasRested = !Monitor.Wait(_gate, _rest) && _posted.IsEmpty && !_stopping;
                _sleep = Sleep.Awake;
                if (hasRested && _expecting == 0 && Volatile.Read(ref _wakers) == 0)
                {
                    Leave();
                    return false;
                }
            }

            posted = _posted.TakeAll();
            if (posted.IsEmpty && loop.IsIdle)
            {
                return false;
            }
        }

        loop.Add(posted);
        lock (_gate)
        {
            _sleep = _posted.IsEmpty ? Sleep.Reaping : Sleep.Awake;
        }

        // Operations posted in between do not wait for a completion.
        loop.Reap(_sleep == Sleep.Reaping || loop.Outstanding == 0 ? Math.Min(1, loop.Outstanding) : 0);
        lock (_gate)
        {
            _sleep = Sleep.Awake;
        }

        loop.CompleteEnded();
        return true;
    }
}

/// <summary>Whether an operation may wait until the engine's thread wakes up for another reason.</summary>
internal enum Urgency
{
    /// <summary>A caller waits for it, or the device would run out of requests: wakes the thread.</summary>
    AtOnce,

    /// <summary>
    /// Enough requests are in flight, so the next completion is soon enough. Saves a system call and two thread
    /// switches.
    /// </summary>
    WithNextCompletion,
}
