using System.Runtime.InteropServices;
using Landspeed.Engine;
using Landspeed.Platform.Observation;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Streams.Threading;

/// <summary>
/// The engine of an <see cref="EngineThread"/> and its operations in flight; used only by that thread.
/// </summary>
internal sealed class EngineLoop : IDisposable
{
    private readonly IIoEngine _engine;
    private readonly EngineFile _file;
    private readonly EngineOperation?[] _inFlight;
    private readonly Stack<int> _free;
    private readonly IoCompletion[] _completions;
    private readonly AlignedBufferPool? _memory;
    private OperationQueue _waiting;
    private EngineOperation? _ended;

    /// <summary>Takes over an engine, and disposes of it even if this fails.</summary>
    internal EngineLoop(IIoEngine engine, SafeFileHandle file, AlignedBufferPool? memory)
    {
        _engine = engine;
        _memory = memory;
        try
        {
            Waker = engine.CreateWaker();
            _file = engine.Attach(file);
            if (memory is not null)
            {
                engine.AttachMemory(memory.Address, memory.Length);
            }
        }
        catch
        {
            engine.Dispose();
            throw;
        }

        _inFlight = new EngineOperation?[engine.QueueDepth];
        _free = new Stack<int>(Enumerable.Range(0, engine.QueueDepth));
        _completions = new IoCompletion[Math.Min(engine.QueueDepth, 32)];
    }

    internal IEngineWaker Waker { get; }

    internal int Outstanding => _engine.Outstanding;

    /// <summary>True if requests may still be in flight although the engine is gone.</summary>
    internal bool IsMemoryLost { get; private set; }

    internal bool IsIdle => _engine.Outstanding == 0 && _waiting.IsEmpty;

    /// <summary>Queues operations as far as the engine has room; the rest wait.</summary>
    internal void Add(OperationQueue posted)
    {
        while (posted.Take() is { } operation)
        {
            _waiting.Append(operation);
        }

        QueueWaiting();
    }

    /// <summary>Submits requests and collects completions; sets aside the operations that have ended.</summary>
    internal void Reap(int minimum)
    {
        IoMeter.Reaped(_engine.Outstanding);
        int count = _engine.Reap(_completions, minimum);
        foreach (IoCompletion completion in _completions.AsSpan(0, count))
        {
            int slot = (int)completion.Tag;
            EngineOperation operation = _inFlight[slot]!;
            _inFlight[slot] = null;
            _free.Push(slot);
            if (operation.Take(completion.Result))
            {
                operation.Next = _ended;
                _ended = operation;
            }
            else
            {
                _waiting.Append(operation);
            }
        }

        QueueWaiting();
    }

    /// <summary>Completes the operations that have ended.</summary>
    internal void CompleteEnded()
    {
        while (_ended is { } operation)
        {
            _ended = operation.Next;
            operation.Next = null;
            operation.OnCompleted();
        }
    }

    /// <summary>Handles a broken engine: waits for what is in flight if it can, then fails everything.</summary>
    internal void Abort(NativeError error)
    {
        // Disposing drains the engine. If that fails as well, the kernel may keep using the memory, so it is never
        // unmapped.
        try
        {
            _engine.Dispose();
        }
        catch (Exception failure) when (failure is IOException or InvalidOperationException)
        {
            IsMemoryLost = true;
            GCHandle.Alloc(_memory);
        }

        CompleteEnded();
        FailAll(_waiting.TakeAll(), error);
        foreach (ref EngineOperation? operation in _inFlight.AsSpan())
        {
            operation?.Fail(error);
            operation?.OnCompleted();
            operation = null;
        }
    }

    /// <summary>Fails a list of operations that are not in flight.</summary>
    internal static void FailAll(OperationQueue operations, NativeError error)
    {
        while (operations.Take() is { } operation)
        {
            operation.Fail(error);
            operation.OnCompleted();
        }
    }

    /// <summary>Ends the engine; no request may be outstanding.</summary>
    public void Dispose()
    {
        // The kernel tears a ring down some time after it is closed; until then it would hold the file open, with its
        // lock.
        _engine.Detach(_file);
        _engine.Dispose();
    }

    private void QueueWaiting()
    {
        while (_waiting.First is { } operation && _free.Count > 0)
        {
            int slot = _free.Pop();
            if (!_engine.TryQueue(operation.Request with { File = _file, Tag = (ulong)slot }))
            {
                _free.Push(slot);
                return;
            }

            _inFlight[slot] = _waiting.Take();
        }
    }
}
