using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Engine;

/// <summary>
/// Completes each request at once and in full, without a system call, so that a measurement of a loop around it shows
/// the cost of the loop. It touches no memory, or copies between the requests' memory and its own memory, which stands
/// for a file.
/// </summary>
/// <remarks>
/// A reap returns at most its minimum, so that the owner takes a time stamp per request, as with a device that
/// completes one at a time. For measurements only: no byte of a file is read or written.
/// </remarks>
internal sealed class NullEngine : IIoEngine
{
    private readonly AttachedFiles _files = new();
    private readonly AttachedMemory _memory = new();
    private readonly CopiedMemory? _copied;
    private readonly IoCompletion[] _completions;
    private readonly int[] _slots;
    private int _first;
    private bool _hasWaker;
    private bool _isDisposed;

    /// <summary>Creates the engine.</summary>
    /// <param name="queueDepth">Maximum number of outstanding requests, 1 to 4,096.</param>
    /// <param name="copied">Memory to copy from and to, which the engine then owns, or null to touch no memory.</param>
    internal NullEngine(int queueDepth, CopiedMemory? copied = null)
    {
        _completions = new IoCompletion[RequestChecks.QueueDepth(queueDepth)];
        _slots = new int[queueDepth];
        _copied = copied;
    }

    /// <summary>The description of the synchronous engine, because the owner's thread does all the work.</summary>
    public EngineDescription Description { get; } = new(EngineKind.Synchronous, [], []);

    /// <inheritdoc/>
    public int QueueDepth => _completions.Length;

    /// <summary>Always 1.</summary>
    public int WorthwhileReap => 1;

    /// <inheritdoc/>
    public int Outstanding { get; private set; }

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
        if (Outstanding == _completions.Length)
        {
            return false;
        }

        int place = After(_first, Outstanding);
        _completions[place] = new IoCompletion(request.Tag, new NativeResult(Carry(request)));
        _slots[place] = AttachedFiles.SlotOf(request);
        _files.Began(_slots[place]);
        Outstanding++;
        return true;
    }

    /// <summary>Does nothing, because queued requests have already completed.</summary>
    public void Submit() => ThrowIfDisposed();

    /// <inheritdoc/>
    public int Reap(Span<IoCompletion> completions, int minimum, long deadline = EngineLimits.NoDeadline)
    {
        ThrowIfDisposed();
        RequestChecks.Reap(completions.Length, minimum, Outstanding);
        int count = minimum == 0 ? Math.Min(completions.Length, Outstanding) : minimum;
        for (int index = 0; index < count; index++)
        {
            completions[index] = _completions[_first];
            _files.Ended(_slots[_first]);
            _first = After(_first, 1);
        }

        Outstanding -= count;
        return count;
    }

    /// <summary>Returns a waker that does nothing, because there is no wait.</summary>
    /// <returns>The waker.</returns>
    public IEngineWaker CreateWaker()
    {
        ThrowIfDisposed();
        RequestChecks.Waker(_hasWaker, Outstanding);
        _hasWaker = true;
        return new NoWaker();
    }

    /// <summary>Releases files and memory.</summary>
    public void Dispose()
    {
        if (!_isDisposed)
        {
            _isDisposed = true;
            _files.Dispose();
            _copied?.Dispose();
        }
    }

    private int After(int place, int steps)
    {
        int next = place + steps;
        return next < _completions.Length ? next : next - _completions.Length;
    }

    private long Carry(in IoRequest request) => request.Operation is not (IoOperation.Read or IoOperation.Write) ? 0
        : _copied is null ? request.Length
        : _copied.Carry(request);

    private void ThrowIfDisposed() => ObjectDisposedException.ThrowIf(_isDisposed, this);
}

/// <summary>Memory that stands for a file: requests copy from it and to it, at their offset modulo its length.</summary>
/// <param name="address">Its start.</param>
/// <param name="length">Length in bytes, 1 or more: that of the longest request.</param>
/// <param name="owner">Frees it.</param>
/// <remarks>For use by one thread.</remarks>
internal sealed unsafe class CopiedMemory(nint address, long length, IDisposable owner) : IDisposable
{
    /// <summary>Copies to the request's memory for a read, and from it for a write.</summary>
    /// <returns>Bytes copied: the whole request, or the length of this memory if that is less.</returns>
    internal long Carry(in IoRequest request)
    {
        long count = Math.Min(request.Length, length);
        long place = request.Offset % length;
        void* here = (byte*)address + (place <= length - count ? place : 0);
        if (request.Operation == IoOperation.Read)
        {
            Buffer.MemoryCopy(here, (void*)request.Address, count, count);
        }
        else
        {
            Buffer.MemoryCopy((void*)request.Address, here, count, count);
        }

        return count;
    }

    /// <inheritdoc/>
    public void Dispose() => owner.Dispose();
}
