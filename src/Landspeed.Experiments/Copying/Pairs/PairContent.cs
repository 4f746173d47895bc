using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Streams;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Copying.Pairs;

/// <summary>
/// Compares the contents of two open files: small ones with one read each, others with many requests in flight on both.
/// </summary>
/// <remarks>For use by one thread.</remarks>
internal sealed class PairContent : IDisposable
{
    // The memory of one thread is twice as large.
    private const int SmallFile = 1 << 20;

    private readonly SequentialFileOptions _reading;
    private readonly Action<long> _moved;
    private readonly CancellationToken _stop;
    private AlignedBufferPool? _memory;
    private FileComparison? _blocks;

    /// <summary>Reads nothing yet.</summary>
    /// <param name="task">How to read.</param>
    /// <param name="moved">Receives the number of bytes of each read.</param>
    /// <param name="stop">Ends it early.</param>
    internal PairContent(PairTask task, Action<long> moved, CancellationToken stop)
    {
        _reading = new SequentialFileOptions { Mode = task.Mode, RequireMode = task.RequireMode };
        (_moved, _stop) = (moved, stop);
    }

    /// <summary>Finds the first difference between two files of equal length.</summary>
    /// <param name="a">One.</param>
    /// <param name="b">The other.</param>
    /// <param name="reading">Receives what was read.</param>
    /// <returns>Its offset, or null if there is none.</returns>
    /// <exception cref="IOException">One of them cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not read one of them.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal long? FirstDifference(in PairSide a, in PairSide b, PairReading reading) =>
        IsSmall(a.Status.Length) && TryCompareSmall(a, b, reading, out long? difference)
            ? difference
            : CompareBlocks(a, b, reading);

    public void Dispose()
    {
        _blocks?.Dispose();
        _memory?.Dispose();
    }

    private bool IsSmall(long length) => _reading.Mode switch
    {
        IoMode.Direct or IoMode.Buffered => length <= SmallFile,
        null => length <= SequentialFileOptions.ShortFile,
        _ => false,
    };

    // False if a file does not have the length that it says, or the required mode is refused: then the other method
    // finds the end, or says why.
    private bool TryCompareSmall(in PairSide a, in PairSide b, PairReading reading, out long? difference)
    {
        difference = null;
        _memory ??= new AlignedBufferPool(2, SmallFile + AlignedBufferPool.MinAlignment);
        int length = (int)a.Status.Length;
        if (Read(a, 0) is not { } first || Read(b, 1) is not { } second
            || first.Bytes != length || second.Bytes != length)
        {
            return false;
        }

        int same = _memory.SpanOf(0)[..length].CommonPrefixLength(_memory.SpanOf(1)[..length]);
        difference = same < length ? same : null;
        reading.BytesA += length;
        reading.BytesB += length;
        reading.DirectA += first.IsDirect ? length : 0;
        reading.DirectB += second.IsDirect ? length : 0;
        reading.OnDeviceB += second.IsDirect ? OnDevice(b.Status, Room(length)) : 0;
        _moved(2L * length);
        return true;
    }

    // Null if the file cannot be read past the page cache and must be.
    private (int Bytes, bool IsDirect)? Read(in PairSide side, int buffer)
    {
        SafeFileHandle file = side.Handle!;
        bool isDirect = _reading.Mode == IoMode.Direct
            && side.Status.DirectAlignmentKnown
            && side.Status.DirectOffsetAlignment is > 0 and <= AlignedBufferPool.MinAlignment
            && NativePlatform.Files.EnableDirect(file).Succeeded;
        if (isDirect)
        {
            try
            {
                return (Read(side, buffer, side.Status.DirectOffsetAlignment), true);
            }
            catch (NativeIOException refused) when (
                refused.Error.Kind is NativeErrorKind.InvalidArgument or NativeErrorKind.NotSupported)
            {
                NativePlatform.Files.DisableDirect(file);
            }
        }

        return _reading is { Mode: IoMode.Direct, RequireMode: true } ? null : (Read(side, buffer, 1), false);
    }

    // Another byte shows a file that grew, or that says a length of zero.
    private int Read(in PairSide side, int buffer, int alignment)
    {
        int length = (int)side.Status.Length;
        var transfer = new WholeTransfer(side.Handle!, side.Name) { Alignment = alignment };
        return transfer.Read(_memory!.AddressOf(buffer), Room(length), 0, Math.Max(length, 1));
    }

    // Another descriptor of the same open file, so that reading does not change the time of the last access.
    private ComparedFile Open(in PairSide side)
    {
        FilePath path = side.Entry.Path;
        NativeResult duplicated = NativePlatform.Trees.Duplicate(side.Handle!, out SafeFileHandle? handle);
        if (duplicated.Failed)
        {
            throw new NativeIOException("open", path, duplicated.Error);
        }

        try
        {
            return new ComparedFile(FileOpening.ForReading(handle!, path, _reading), _reading);
        }
        catch
        {
            handle!.Dispose();
            throw;
        }
    }

    private static int Room(int length) => (int)Alignment.AlignUp(length + 1, AlignedBufferPool.MinAlignment);

    // Holes are not on the device, and a sector is read as a whole.
    private static long OnDevice(in FileStatus status, long read) => Math.Min(read, status.AllocatedBytes);

    private long? CompareBlocks(in PairSide a, in PairSide b, PairReading reading)
    {
        _blocks ??= new FileComparison();
        using ComparedFile first = Open(a);
        using ComparedFile second = Open(b);
        try
        {
            return _blocks.FirstDifference(first, second, _moved, _stop);
        }
        catch
        {
            // It may be the engine that broke: the next two files get another.
            _blocks.Dispose();
            _blocks = null;
            throw;
        }
        finally
        {
            reading.BytesA += first.Bytes;
            reading.BytesB += second.Bytes;
            reading.DirectA += first.DirectBytes;
            reading.DirectB += second.DirectBytes;
            reading.OnDeviceB += OnDevice(b.Status, second.DirectBytes);
        }
    }
}
