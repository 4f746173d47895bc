using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Streams.Threading;

/// <summary>
/// A thread that owns one engine and carries out operations on one file for other threads. An engine must not be used
/// from threads of a pool: io_uring cancels what a thread submitted when that thread ends.
/// </summary>
/// <remarks>
/// Started by the first operation, so that what is opened and never used costs nothing; ends after a rest, where one is
/// given, and comes again with the next operation. While it runs it keeps file and memory alive. Posting allocates
/// nothing and makes no system call unless the thread sleeps.
/// </remarks>
internal sealed class EngineThread : IDisposable
{
    // A managed frame or two and the engine's calls.
    private const int StackLength = 256 * 1024;

    private readonly Func<IIoEngine> _createEngine;
    private readonly SafeFileHandle _file;
    private readonly AlignedBufferPool? _memory;
    private readonly Action<Thread> _startThread;
    private readonly TimeSpan _rest;
    private readonly object _gate = new();
    private OperationQueue _posted;
    private Thread? _thread;

    // Ends its engine, or has ended; takes the lock no more.
    private Thread? _former;
    private bool _isReady;
    private EngineLoop? _loop;
    private IEngineWaker? _waker;
    private Exception? _failure;
    private Sleep _sleep;
    private int _wakers;

    // Callers that started it, or found it starting, and have not had their turn since: it does not rest before.
    private int _expecting;
    private bool _stopping;

    /// <summary>Prepares a thread; nothing is started.</summary>
    /// <param name="createEngine">Makes the engine; called on the thread.</param>
    /// <param name="file">The file of all operations.</param>
    /// <param name="memory">Memory to register with the engine, or null.</param>
    /// <param name="startThread">For tests: starts the thread in place of the system.</param>
    /// <param name="rest">How long nothing must have been posted for thread and engine to end; null: never.</param>
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
        /// <summary>The thread will look for posted operations before it sleeps.</summary>
        Awake,

        /// <summary>It sleeps until something is posted.</summary>
        Idle,

        /// <summary>It waits for completions.</summary>
        Reaping,

        /// <summary>It has ended, or was never started.</summary>
        Ended,
    }

    /// <summary>What carries the operations out, or did before it rested; null before the first one.</summary>
    internal EngineDescription? Engine { get; private set; }

    /// <summary>Whether the memory must never be unmapped, because the engine broke with requests in flight.</summary>
    /// <remarks>Set before any affected operation completes.</remarks>
    internal bool IsMemoryLost => Volatile.Read(ref _loop) is { IsMemoryLost: true };

    /// <summary>Posts an operation.</summary>
    /// <param name="operation">Prepared; its file is set here.</param>
    /// <param name="urgency">Whether it may wait for the next completion of another one.</param>
    /// <exception cref="NativeIOException">The engine cannot be made, or broke; the operation was not posted.</exception>
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

    /// <summary>Waits for all operations and ends the thread. Must not be called by it.</summary>
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

    // Outside the lock, which the woken thread wants next; counted, because the waker ends with the engine.
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

    // Nothing is kept of a thread that the system refuses, or of an engine: the next operation tries again.
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
            // No operation is lost: each that waits fails.
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

    // Under the lock, which the thread takes no more.
    private void Leave()
    {
        (_former, _thread) = (_thread, null);
        _sleep = Sleep.Ended;
        _isReady = false;
    }

    // One turn: take what was posted, submit it, and wait for a completion, or for more to do.
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

        // What was posted meanwhile is not kept waiting for a completion.
        loop.Reap(_sleep == Sleep.Reaping || loop.Outstanding == 0 ? Math.Min(1, loop.Outstanding) : 0);
        lock (_gate)
        {
            _sleep = Sleep.Awake;
        }

        loop.CompleteEnded();
        return true;
    }
}

/// <summary>Whether an operation may wait until the engine's thread is awake for another reason.</summary>
internal enum Urgency
{
    /// <summary>A caller waits for it, or the device would run out of requests: wake the thread.</summary>
    AtOnce,

    /// <summary>Enough is in flight: the next completion is soon enough. Saves a system call and two thread switches.</summary>
    WithNextCompletion,
}
