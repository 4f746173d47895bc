using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Quantities;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Content;

/// <summary>
/// The pieces of a file that hold data, in order, none longer than a request: the file system is asked for them as the copy
/// goes on, so that a file of holes costs nothing.
/// </summary>
/// <remarks>
/// Pieces begin and end at multiples of <see cref="Grain"/>, but for the file's end, and none crosses a multiple of the
/// request size. Where holes are not kept, or cannot be asked for, the whole file is data. Moves the file's position; for one
/// thread. Source: lseek(2), SEEK_DATA.
/// </remarks>
internal sealed class DataChunks
{
    /// <summary>Bytes to whose multiples data is rounded: 4,096, the largest block of common file systems and sector of devices.</summary>
    internal const int Grain = 4096;

    private readonly SafeFileHandle _file;
    private readonly FilePath _path;
    private readonly long _length;
    private readonly int _requestSize;
    private readonly bool _asks;
    private long _next;
    private long _dataEnd;

    /// <summary>Starts at the beginning of a range.</summary>
    /// <param name="file">An open file.</param>
    /// <param name="path">Its path, for messages.</param>
    /// <param name="range">The part of the file that is looked at; begins at a multiple of the grain.</param>
    /// <param name="requestSize">Most bytes of a piece, a multiple of the grain.</param>
    /// <param name="holes">Whether holes are left out.</param>
    internal DataChunks(SafeFileHandle file, FilePath path, ByteRange range, int requestSize, HoleRule holes)
    {
        (_file, _path, _length, _requestSize) = (file, path, range.End, requestSize);
        _next = range.Offset;
        _asks = holes == HoleRule.Keep && !range.IsEmpty && HasHole();
        _dataEnd = _asks ? range.Offset : range.End;
    }

    /// <summary>Whether there are holes that are left out.</summary>
    internal bool SkipsHoles => _asks;

    /// <summary>Bytes of holes passed so far.</summary>
    internal long HoleBytes { get; private set; }

    /// <summary>Gives the next piece.</summary>
    /// <returns>False when there is none.</returns>
    /// <exception cref="NativeIOException">The file system failed to say.</exception>
    internal bool TryNext(out ByteRange chunk)
    {
        chunk = default;
        if (_next >= _dataEnd && !FindData())
        {
            return false;
        }

        long start = Alignment.AlignDown(_next, _requestSize);
        long end = _dataEnd - start > _requestSize ? start + _requestSize : _dataEnd;
        chunk = ByteRange.FromBounds(_next, end);
        _next = end;
        return true;
    }

    private bool HasHole()
    {
        NativeResult hole = Seek(_next, SeekTarget.Hole);
        return hole.Succeeded && hole.Raw < _length;
    }

    private bool FindData()
    {
        if (!_asks || _next >= _length)
        {
            return false;
        }

        NativeResult data = Seek(_next, SeekTarget.Data);
        if (data.Error.Kind == NativeErrorKind.NotFound)
        {
            HoleBytes += _length - _next;
            _next = _length;
            return false;
        }

        NativeResult hole = data.Failed ? data : Seek(data.Raw, SeekTarget.Hole);
        if (hole.Failed)
        {
            throw new NativeIOException("find the data of", _path, hole.Error, _next);
        }

        // Never back: what was rounded up belongs to the piece before.
        long start = Math.Max(_next, Alignment.AlignDown(Math.Min(data.Raw, _length), Grain));
        HoleBytes += start - _next;
        _next = start;
        _dataEnd = Math.Min(_length, Alignment.AlignUp(Math.Max(hole.Raw, start), Grain));
        return _next < _dataEnd || FindData();
    }

    private NativeResult Seek(long offset, SeekTarget sought) =>
        Interruptions.Retry(() => NativePlatform.Trees.Seek(_file, offset, sought));
}
