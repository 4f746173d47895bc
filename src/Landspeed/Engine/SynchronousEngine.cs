using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Engine;

/// <summary>
/// Executes one request at a time on the owner's thread: depth 1 without any machinery, and the baseline for measuring
/// the other engines.
/// </summary>
/// <remarks><see cref="Submit"/> or <see cref="Reap"/> makes the system call and blocks until it ends.</remarks>
internal sealed class SynchronousEngine : IIoEngine
{
    private readonly IFileCalls _calls = NativePlatform.Files;
    private readonly AttachedFiles _files = new();
    private readonly AttachedMemory _memory = new();
    private bool _hasWaker;
    private IoRequest _request;
    private IoCompletion _completion;
    private State _state;

    private enum State
    {
        Idle,
        Queued,
        Completed,
        Disposed,
    }

    /// <inheritdoc/>
    public EngineDescription Description { get; } = new(EngineKind.Synchronous, [], []);

    /// <summary>Always 1.</summary>
    public int QueueDepth => 1;

    /// <summary>Always 1.</summary>
    public int WorthwhileReap => 1;

    /// <inheritdoc/>
    public int Outstanding => _state is State.Queued or State.Completed ? 1 : 0;

    /// <inheritdoc/>
    public EngineFile Attach(SafeFileHandle handle)
    {
        ThrowIfDisposed();
        return _files.Add(handle);
    }

    /// <inheritdoc/>
    public void Detach(EngineFile file)
    {
        ThrowIfDisposed();
        _files.Remove(file);
    }

    /// <inheritdoc/>
    public void AttachMemory(nint address, long length)
    {
        ThrowIfDisposed();
        _memory.Attach(address, length, Outstanding);
    }

    /// <inheritdoc/>
    public bool TryQueue(in IoRequest request)
    {
        ThrowIfDisposed();
        RequestChecks.Request(request, _files);
        if (_state != State.Idle)
        {
            return false;
        }

        _request = request;
        _files.Began(AttachedFiles.SlotOf(request));
        _state = State.Queued;
        return true;
    }

    /// <summary>Executes the queued request and returns when it has ended.</summary>
    public void Submit()
    {
        ThrowIfDisposed();
        RunQueued();
    }

    /// <inheritdoc/>
    public int Reap(Span<IoCompletion> completions, int minimum, long deadline = EngineLimits.NoDeadline)
    {
        ThrowIfDisposed();
        RequestChecks.Reap(completions.Length, minimum, Outstanding);
        RunQueued();
        if (_state != State.Completed)
        {
            return 0;
        }

        completions[0] = _completion;
        _files.Ended(AttachedFiles.SlotOf(_request));
        _state = State.Idle;
        return 1;
    }

    /// <summary>Returns a waker that does nothing, because waits here are only the owner's own work.</summary>
    /// <returns>The waker.</returns>
    public IEngineWaker CreateWaker()
    {
        ThrowIfDisposed();
        RequestChecks.Waker(_hasWaker, Outstanding);
        _hasWaker = true;
        return new NoWaker();
    }

    /// <summary>Executes queued requests and releases the files.</summary>
    public void Dispose()
    {
        if (_state == State.Disposed)
        {
            return;
        }

        RunQueued();
        _state = State.Disposed;
        _files.Dispose();
    }

    private void RunQueued()
    {
        if (_state == State.Queued)
        {
            _completion = new IoCompletion(_request.Tag, _files.Run(_calls, _request));
            _state = State.Completed;
        }
    }

    private void ThrowIfDisposed() => ObjectDisposedException.ThrowIf(_state == State.Disposed, this);
}

/// <summary>Does nothing: for engines whose owner never waits for other threads.</summary>
internal sealed class NoWaker : IEngineWaker
{
    public void Wake()
    {
    }
}
