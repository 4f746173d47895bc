using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Quantities;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Content;

/// <summary>
/// Enumerates the pieces of a file that hold data, in order, none longer than a request. The file system is queried as
/// the copy goes on, so that a file of holes costs nothing.
/// </summary>
/// <remarks>
/// Pieces begin and end at multiples of <see cref="Grain"/>, except at the file's end, and none crosses a multiple of
/// the request size. If holes are not kept, or cannot be queried, the whole file is data. Moves the file's position;
/// for use by one thread. Source: lseek(2), SEEK_DATA.
/// </remarks>
internal sealed class DataChunks
{
    /// <summary>
    /// Data is rounded to multiples of this many bytes: 4,096, the largest block of common file systems and sector of
    /// devices.
    /// </summary>
    internal const int Grain = 4096;

    private SafeFileHandle _file;
    private readonly FilePath _path;
    private readonly long _length;
    private readonly int _requestSize;
    private readonly bool _asks;
    private long _next;
    private long _dataEnd;

    /// <summary>Starts at the beginning of a range.</summary>
    /// <param name="file">An open file.</param>
    /// <param name="path">Its path, for messages.</param>
    /// <param name="range">The part of the file to enumerate; begins at a multiple of the grain.</param>
    /// <param name="requestSize">Maximum size of a piece in bytes, a multiple of the grain.</param>
    /// <param name="fillHoles">Whether holes are read as zeros.</param>
    internal DataChunks(SafeFileHandle file, FilePath path, ByteRange range, int requestSize, bool fillHoles)
    {
        (_file, _path, _length, _requestSize) = (file, path, range.End, requestSize);
        _next = range.Offset;
        _asks = !fillHoles && !range.IsEmpty && HasHole();
        _dataEnd = _asks ? range.Offset : range.End;
    }

    /// <summary>True if there are holes to omit.</summary>
    internal bool SkipsHoles => _asks;

    /// <summary>Bytes of holes passed so far.</summary>
    internal long HoleBytes { get; private set; }

    /// <summary>Goes on with the file opened once more.</summary>
    internal void Use(SafeFileHandle file) => _file = file;

    /// <summary>Gets the next piece.</summary>
    /// <returns>False if there is none.</returns>
    /// <exception cref="NativeIOException">The file system failed to report it.</exception>
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
        NativeResult hole = Seek(_next, SparsePart.Hole);
        return hole.Succeeded && hole.Raw < _length;
    }

    private bool FindData()
    {
        if (!_asks || _next >= _length)
        {
            return false;
        }

        NativeResult data = Seek(_next, SparsePart.Data);
        if (data.Error.Kind == NativeErrorKind.NotFound)
        {
            HoleBytes += _length - _next;
            _next = _length;
            return false;
        }

        NativeResult hole = data.Failed ? data : Seek(data.Raw, SparsePart.Hole);
        if (hole.Failed)
        {
            throw new NativeIOException("find the data of", _path, hole.Error, _next);
        }

        // Never backwards: bytes that were rounded up belong to the previous piece.
        long start = Math.Max(_next, Alignment.AlignDown(Math.Min(data.Raw, _length), Grain));
        HoleBytes += start - _next;
        _next = start;
        _dataEnd = Math.Min(_length, Alignment.AlignUp(Math.Max(hole.Raw, start), Grain));
        return _next < _dataEnd || FindData();
    }

    private NativeResult Seek(long offset, SparsePart sought) =>
        Interruptions.Retry(() => NativePlatform.Trees.Seek(_file, offset, sought));
}
