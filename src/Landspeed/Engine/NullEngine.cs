using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Engine;

/// <summary>
/// Completes each request at once and in full, without a system call: what a loop costs that keeps it busy is the price of the loop. It
/// touches no memory, or copies between the requests' memory and memory of its own, which stands for a file.
/// </summary>
/// <remarks>
/// A reap gives no more than its minimum, so that the owner takes a time stamp for each request, as with a device that completes one
/// at a time. For measurements only: no byte of a file is read or written.
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

    /// <summary>Makes it.</summary>
    /// <param name="queueDepth">Most requests outstanding at once, 1 to 4,096.</param>
    /// <param name="copied">What is copied from and to, owned by the engine from now on; null: no memory is touched.</param>
    internal NullEngine(int queueDepth, CopiedMemory? copied = null)
    {
        _completions = new IoCompletion[RequestChecks.QueueDepth(queueDepth)];
        _slots = new int[queueDepth];
        _copied = copied;
    }

    /// <summary>That of the synchronous engine: the owner's own thread does all that is done.</summary>
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

    /// <summary>Does nothing: what is queued has completed.</summary>
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

    /// <summary>A waker that does nothing: there is no wait.</summary>
    /// <returns>The waker.</returns>
    public IEngineWaker CreateWaker()
    {
        ThrowIfDisposed();
        RequestChecks.Waker(_hasWaker, Outstanding);
        _hasWaker = true;
        return new NoWaker();
    }

    /// <summary>Gives files and memory back.</summary>
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
/// <param name="length">Its bytes, 1 or more: as many as the longest request has.</param>
/// <param name="owner">Gives it back.</param>
/// <remarks>For one thread.</remarks>
internal sealed unsafe class CopiedMemory(nint address, long length, IDisposable owner) : IDisposable
{
    /// <summary>Copies to the request's memory for a read, from it for a write.</summary>
    /// <returns>Bytes copied: all of the request, or the length of this memory where that is less.</returns>
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
