using Landspeed.Files;
using Landspeed.Files.Space;
using Landspeed.Platform;

namespace Landspeed.Streams.Blocks;

/// <summary>Reserves the space of a written file ahead in steps, and cuts it to the true length.</summary>
internal sealed class WriteSpace
{
    // 8 MiB, doubling up to 1 GiB: a reservation costs one journalled step of the file system, whatever its size.
    private const long FirstStep = 8L << 20;
    private const long LargestStep = 1L << 30;

    private readonly StorageFile _file;
    private readonly long _expected;
    private bool _reserves;
    private bool _mustCut;
    private long _step = FirstStep;
    private long _physical;

    internal WriteSpace(StorageFile file, SequentialFileOptions options, long length)
    {
        _file = file;
        _physical = length;
        _expected = options.PreallocationSize;

        // Blocks are allocated for cached writes when they leave the page cache; a file in memory has none to allocate.
        _reserves = !file.IsInMemory
            && (_expected > 0 || (options.SpaceGrowth == SpaceGrowth.InSteps && file.EffectiveMode == IoMode.Direct));
        if (options.SpaceGrowth == SpaceGrowth.None || file.EffectiveMode != IoMode.Direct)
        {
            _step = 0;
        }
    }

    /// <summary>
    /// Prepares for a write from one offset to another. A gap that the writer left before it stays a hole.
    /// </summary>
    internal void Reserve(long start, long end, bool isWholeBlock)
    {
        if (end <= _physical)
        {
            return;
        }

        long wanted = Math.Max(_expected, _step > 0 && end <= long.MaxValue - _step ? end + _step : 0);
        if (_reserves && isWholeBlock && wanted > end)
        {
            TryReserve(Math.Max(_physical, start), wanted);
        }

        _physical = Math.Max(_physical, end);
    }

    /// <summary>Cuts off what is beyond the true length, if anything.</summary>
    /// <exception cref="NativeIOException">The system call failed.</exception>
    internal void Cut(long length)
    {
        if (_mustCut || _physical > length)
        {
            SetLength(length);
        }
    }

    /// <summary>Sets the length.</summary>
    /// <exception cref="NativeIOException">The system call failed.</exception>
    internal void SetLength(long length)
    {
        Preallocation.SetLengthOnly(_file, length);
        (_physical, _mustCut) = (length, false);
    }

    // A volume without that much space may have enough for what is really written, so that is not an error yet. Space
    // taken by a refused reservation is released with the cut.
    private void TryReserve(long start, long end)
    {
        NativeResult result = Interruptions.Retry(
            () => NativePlatform.Files.Reserve(_file.Handle, start, end - start, SpaceReservation.SetLength));
        if (result.Failed)
        {
            (_reserves, _mustCut) = (false, true);
            return;
        }

        _physical = end;
        _step = Math.Min(_step * 2, LargestStep);
    }
}
