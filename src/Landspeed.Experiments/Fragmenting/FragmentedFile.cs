using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Files.Filling;
using Landspeed.Files.Space;
using Landspeed.Platform;
using static System.FormattableString;

namespace Landspeed.Experiments.Fragmenting;

/// <summary>A file whose blocks are allocated piece by piece in a chosen order, and then written once.</summary>
/// <remarks>
/// File systems keep reserved blocks when these are written, and allocate them in the order of the requests: so the
/// order determines the layout of the file. It needs neither root nor space besides that of the file. For use by one
/// thread.
/// </remarks>
internal sealed class FragmentedFile
{
    private const int PiecesBetweenReports = 1024;

    private readonly StorageFile _file;
    private readonly long _length;
    private readonly long _runLength;

    /// <summary>Initialises from an open file.</summary>
    /// <param name="file">Empty, open for reading and writing; owned by the caller.</param>
    /// <param name="length">Bytes that it will have.</param>
    /// <param name="runLength">Bytes of one run; the last one may be shorter.</param>
    internal FragmentedFile(StorageFile file, long length, long runLength) => (_file, _length, _runLength) = (file, length, runLength);

    /// <summary>Refuses a file system that does not report where its files are stored; writes nothing.</summary>
    /// <exception cref="ExperimentException">The file system does not report it.</exception>
    internal void RequireExtents()
    {
        if (!ExtentMap.TryRead(_file, ExtentQuery.AsIs, out _, out string? reason))
        {
            throw new ExperimentException(
                Outcome.Refused, $"cannot fragment {_file.Path.Display}: {reason}, so the result could not be checked; name a file on ext4, XFS or btrfs");
        }
    }

    /// <summary>
    /// Refuses a file system that cannot reserve blocks; may give the file its first one, and keeps length and content.
    /// </summary>
    /// <exception cref="ExperimentException">The file system cannot reserve blocks.</exception>
    internal void RequireReservation()
    {
        NativeResult result = Interruptions.Retry(() => NativePlatform.Files.Reserve(_file.Handle, 0, 1, SpaceReservation.KeepLength));
        if (result.Error.Kind == NativeErrorKind.NotSupported)
        {
            throw CannotReserve(result.Error);
        }
    }

    /// <summary>Allocates the blocks.</summary>
    /// <param name="order">Pieces of the file, each once, in the order in which they are allocated.</param>
    /// <param name="monitor">Stops it.</param>
    /// <exception cref="NativeIOException">No space, quota or size left; the file is empty again.</exception>
    /// <exception cref="ExperimentException">The file system cannot reserve; the file is empty again.</exception>
    /// <exception cref="OperationCanceledException">Stopped; the file is partly reserved.</exception>
    internal void Reserve(int[] order, ProgressMonitor monitor)
    {
        Preallocation.SetLengthOnly(_file, _length);
        for (int index = 0; index < order.Length; index++)
        {
            if (index % PiecesBetweenReports == 0)
            {
                monitor.ThrowIfStopped();
            }

            Reserve(order[index] * _runLength);
        }
    }

    /// <summary>Writes data into the whole file.</summary>
    /// <exception cref="NativeIOException">A write failed.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal void Fill(ulong seed, ProgressMonitor monitor)
    {
        using FileFiller filler = Fillers.Open(_file, seed);
        filler.Fill(0, _length, done => monitor.Report(done, _length), monitor.Stop);
        Preallocation.SetLengthOnly(_file, _length); // a direct write ends on a boundary
    }

    /// <summary>Returns its current layout.</summary>
    /// <exception cref="ExperimentException">The file system no longer reports it.</exception>
    internal ExtentMap Look() => ExtentMap.TryRead(_file, ExtentQuery.WriteBackFirst, out ExtentMap? map, out string? reason)
        ? map
        : throw new ExperimentException(Outcome.Failed, $"{_file.Path.Display} was written, but its layout is unknown: {reason}");

    private void Reserve(long offset)
    {
        long length = Math.Min(_runLength, _length - offset);
        NativeResult result = Interruptions.Retry(
            () => NativePlatform.Files.Reserve(_file.Handle, offset, length, SpaceReservation.KeepLength));
        if (result.Succeeded)
        {
            return;
        }

        // After a failure ext4 keeps the blocks that it had found.
        Preallocation.SetLengthOnly(_file, 0);
        throw result.Error.Kind == NativeErrorKind.NotSupported
            ? CannotReserve(result.Error)
            : new NativeIOException(
                "reserve blocks of", _file.Path, result.Error, offset, length, Invariant($"The file of {_length} bytes was emptied again: free space, or give a smaller --size."));
    }

    private ExperimentException CannotReserve(NativeError error) => new(
        Outcome.Refused, $"cannot fragment {_file.Path.Display}: {_file.FileSystemName} cannot reserve blocks ({error.InParentheses}); name a file on ext4, XFS or btrfs");
}
