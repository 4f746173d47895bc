using Landspeed.Experiments.Rounds;
using Landspeed.Files;
using Landspeed.Files.Space;
using Landspeed.Platform;

namespace Landspeed.Experiments.Fragmenting;

/// <summary>
/// A file that occupies the free space of a volume, and frees every second piece of it: the free space then consists of
/// holes.
/// </summary>
/// <remarks>
/// Blocks are reserved, never written. No more than half of what it occupied becomes free again; what it did not occupy
/// stays in one piece, and file systems prefer that: a volume is fragmented only if little is left besides the filler.
/// For use by one thread.
/// </remarks>
internal sealed class HoledFiller
{
    /// <summary>Maximum number of holes of one filler, 262,144: file systems need memory and time for each.</summary>
    internal const int MostHoles = 1 << 18;

    private const int PiecesBetweenReports = 1024;
    private const int PiecesToProbe = 16;
    private const long LargestPiece = 1L << 30;

    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(1.2);

    private readonly StorageFile _file;
    private readonly long _hole;
    private readonly long _piece;
    private long _length;
    private bool _isAll;

    /// <summary>Initialises from an open file.</summary>
    /// <param name="file">Empty, open for reading and writing; owned by the caller, who removes it.</param>
    /// <param name="hole">Bytes of one hole: a multiple of the file system's block.</param>
    internal HoledFiller(StorageFile file, long hole)
    {
        (_file, _hole) = (file, hole);

        // btrfs frees whole extents only: there each hole must be one.
        _piece = file.FileSystemName == FileSystemNames.Btrfs ? hole : Math.Max(hole, LargestPiece / hole * hole);
    }

    /// <summary>Reserves blocks.</summary>
    /// <param name="length">Bytes.</param>
    /// <param name="monitor">Stops it.</param>
    /// <exception cref="NativeIOException">No space, quota or size left, or the file system cannot reserve; the file is empty again.</exception>
    /// <exception cref="OperationCanceledException">Stopped; the file is partly reserved.</exception>
    internal void Reserve(long length, ProgressMonitor monitor)
    {
        for (int count = 0; _length < length; count++)
        {
            ThrowIfStopped(count, monitor);
            NativeResult result = Extend(Math.Min(_piece, length - _length));
            if (result.Failed)
            {
                throw Failure(result.Error);
            }
        }
    }

    /// <summary>Reserves all blocks that the volume has, except for less than one hole.</summary>
    /// <param name="monitor">Stops it.</param>
    /// <returns>Bytes reserved.</returns>
    /// <exception cref="NativeIOException">The file system cannot reserve; the file is empty again.</exception>
    /// <exception cref="OperationCanceledException">Stopped; the file is partly reserved.</exception>
    /// <remarks>Ends a second later than it could: XFS gives out the blocks of removed files only then.</remarks>
    internal long ReserveAll(ProgressMonitor monitor)
    {
        long piece = _piece;
        for (int count = 0; piece >= _hole; count++)
        {
            ThrowIfStopped(count, monitor);
            NativeResult result = Extend(piece);
            if (result.Failed && !IsFull(result.Error))
            {
                throw Failure(result.Error);
            }

            bool isLast = result.Failed && piece == _hole;
            if (isLast && !SpinWait.SpinUntil(() => Extend(_hole).Succeeded, s_patience))
            {
                break;
            }

            piece = result.Succeeded || isLast ? piece : Math.Max(_hole, piece / 2 / _hole * _hole);
        }

        _isAll = true;
        return _length;
    }

    /// <summary>Frees every second piece, and waits until the file system has the blocks.</summary>
    /// <param name="monitor">Stops it.</param>
    /// <returns>Bytes freed, without what was then reserved of space that was still in one piece.</returns>
    /// <exception cref="NativeIOException">The file system refused, for example because it does not support
    /// holes.</exception>
    /// <exception cref="OperationCanceledException">Stopped; some holes have been punched.</exception>
    internal long Punch(ProgressMonitor monitor)
    {
        long freed = 0;
        int count = 0;
        for (long offset = 0; offset + _hole <= _length; offset += 2 * _hole)
        {
            ThrowIfStopped(count++, monitor);
            long start = offset;
            NativeResult result = Interruptions.Retry(() => NativePlatform.Files.PunchHole(_file.Handle, start, _hole));
            if (result.Failed)
            {
                throw new NativeIOException("give back blocks of", _file.Path, result.Error, start, _hole);
            }

            freed += _hole;
        }

        // Freed blocks are allocated again only after the file system has committed that they are free.
        Durability.Flush(_file, FlushScope.DataAndMetadata);
        return _isAll ? freed - TakeUntorn() : freed;
    }

    /// <summary>
    /// Reserves, after <see cref="Punch"/>, what is still in one piece, because file systems allocate that before they
    /// allocate holes.
    /// </summary>
    /// <param name="most">Maximum number of bytes that it may reserve; it may exceed this by a few holes.</param>
    /// <returns>Bytes reserved.</returns>
    /// <remarks>
    /// XFS holds back a number of blocks, not specific ones: once there are holes, the last contiguous ones become
    /// available.
    /// </remarks>
    internal long TakeUntorn(long most = long.MaxValue)
    {
        long before = _length;
        bool isTaken = true;
        while (isTaken && _length - before < most)
        {
            isTaken = Extend(PiecesToProbe * _hole).Succeeded && IsUntorn();
        }

        return _length - before;
    }

    private static bool IsFull(NativeError error) => error.Kind is NativeErrorKind.NoSpace or NativeErrorKind.QuotaExceeded or NativeErrorKind.FileTooLarge;

    private static void ThrowIfStopped(int count, ProgressMonitor monitor)
    {
        if (count % PiecesBetweenReports == 0)
        {
            monitor.ThrowIfStopped();
        }
    }

    private NativeResult Extend(long length)
    {
        NativeResult result = Interruptions.Retry(() => NativePlatform.Files.Reserve(_file.Handle, _length, length, SpaceReservation.SetLength));
        if (result.Succeeded)
        {
            _length += length;
        }
        else
        {
            Preallocation.SetLengthOnly(_file, _length); // ext4 keeps the blocks that it had found
        }

        return result;
    }

    // Whether the blocks reserved last are in a few pieces.
    private bool IsUntorn()
    {
        var extents = new NativeExtent[PiecesToProbe];
        long start = _length - (PiecesToProbe * _hole);
        NativeResult result = Interruptions.Retry(() => NativePlatform.Files.Extents(_file.Handle, start, extents, ExtentQuery.AsIs));
        return result is { Succeeded: true, Value: < PiecesToProbe / 4 };
    }

    private NativeIOException Failure(NativeError error)
    {
        long reached = _length;
        Preallocation.SetLengthOnly(_file, _length = 0);
        return new NativeIOException("reserve blocks of", _file.Path, error, reached, hint: "The file was emptied again: free space, or fill less.");
    }
}
