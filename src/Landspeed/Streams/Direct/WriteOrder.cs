using Landspeed.Files;

namespace Landspeed.Streams.Direct;

/// <summary>
/// Keeps writes of a file apart that would undo each other, and tracks the file's length. Whole sectors inside the file
/// are written freely. Writes that change partial sectors, or the length, take turns: two writes that fill the same
/// sector would lose one of the two, and cutting off padding would cut off what another write appended.
/// </summary>
/// <remarks>Thread-safe.</remarks>
internal sealed class WriteOrder
{
    private readonly object _gate = new();
    private readonly StorageFile _file;
    private long _length;
    private int _free;
    private bool _isGrowing;
    private bool _isResizing;

    internal WriteOrder(StorageFile file)
    {
        _file = file;
        _length = file.CanWrite ? file.Length : file.LengthWhenOpened;
    }

    /// <summary>The turn: one ticket.</summary>
    internal TurnQueue Turn { get; } = new(1);

    /// <summary>The last known length; other processes may have lengthened the file.</summary>
    internal long KnownLength => Volatile.Read(ref _length);

    /// <summary>Queries the length; while the file is being lengthened, returns its old one.</summary>
    /// <exception cref="NativeIOException">The system call failed.</exception>
    internal long CurrentLength()
    {
        lock (_gate)
        {
            if (!_isGrowing && !_isResizing)
            {
                Volatile.Write(ref _length, _file.Length);
            }

            return _length;
        }
    }

    /// <summary>Lets a write of whole sectors start at once if it ends inside the file.</summary>
    internal bool TryEnterFree(long end)
    {
        lock (_gate)
        {
            bool enters = !_isResizing && end <= _length;
            _free += enters ? 1 : 0;
            return enters;
        }
    }

    /// <summary>Ends a free write.</summary>
    internal void LeaveFree()
    {
        lock (_gate)
        {
            _free--;
            if (_isResizing)
            {
                Monitor.PulseAll(_gate);
            }
        }
    }

    /// <summary>Begins to lengthen the file; the caller must have the turn.</summary>
    internal void BeginGrowth()
    {
        lock (_gate)
        {
            _isGrowing = true;
        }
    }

    /// <summary>Ends lengthening; the length is exact again.</summary>
    internal void EndGrowth(long length)
    {
        lock (_gate)
        {
            _isGrowing = false;
            Volatile.Write(ref _length, length);
        }
    }

    /// <summary>Waits until no free write is running and prevents new ones; the caller must have the turn.</summary>
    internal void BeginResize()
    {
        lock (_gate)
        {
            _isResizing = true;
            while (_free > 0)
            {
                Monitor.Wait(_gate);
            }
        }
    }

    /// <summary>Ends the change of the length.</summary>
    /// <param name="length">The new length, or null if it was refused.</param>
    internal void EndResize(long? length)
    {
        lock (_gate)
        {
            _isResizing = false;
            Volatile.Write(ref _length, length ?? _length);
        }
    }
}
