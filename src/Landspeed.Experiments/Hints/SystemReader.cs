using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Hints;

/// <summary>
/// Reads with the system's own calls: after advice, bypassing the page cache, or dropping pages after the read.
/// </summary>
internal sealed class SystemReader : IFileReader, IDisposable
{
    private readonly AccessHint _hint;
    private readonly int _alignment;
    private readonly AlignedBufferPool _buffer;

    /// <summary>Allocates its buffer.</summary>
    /// <param name="hint">A hint that is not one of a FileStream's.</param>
    /// <param name="longest">Bytes of the longest read.</param>
    /// <param name="alignment">Alignment required by direct reads; 1 for the others.</param>
    internal SystemReader(AccessHint hint, int longest, int alignment)
    {
        _hint = hint;
        _alignment = alignment;
        _buffer = new AlignedBufferPool(1, checked(longest + (2 * alignment)), Math.Max(AlignedBufferPool.MinAlignment, alignment));
    }

    /// <inheritdoc/>
    public long Read(FilePath path, HintRanges ranges)
    {
        NativeResult opened = NativePlatform.Files.Open(
            path, FileAccessKind.Read, FileCreation.MustExist, out SafeFileHandle? handle);
        Require(opened, "open", path);
        using (handle)
        {
            Prepare(handle!, path, ranges);
            long got = 0;
            for (long index = 0; index < ranges.Count; index++)
            {
                (long offset, int length) = ranges[index];
                got += Read(handle!, path, offset, length);
            }

            return got;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _buffer.Dispose();

    private void Prepare(SafeFileHandle handle, FilePath path, HintRanges ranges)
    {
        switch (_hint)
        {
            case AccessHint.Direct:
                Require(NativePlatform.Files.EnableDirect(handle), "make direct", path);
                break;
            case AccessHint.AdviseWillNeed:
                for (long index = 0; index < ranges.Count; index++)
                {
                    (long offset, int length) = ranges[index];
                    Advise(handle, path, offset, length, AccessAdvice.WillNeed);
                }

                break;
            case AccessHint.AdviseSequential:
                Advise(handle, path, 0, 0, AccessAdvice.Sequential);
                break;
            case AccessHint.AdviseRandom:
                Advise(handle, path, 0, 0, AccessAdvice.Random);
                break;
            case AccessHint.AdviseNoReuse:
                Advise(handle, path, 0, 0, AccessAdvice.NoReuse);
                break;
            default:
                break;
        }
    }

    private static void Advise(SafeFileHandle handle, FilePath path, long offset, long length, AccessAdvice advice) =>
        Require(NativePlatform.Files.Advise(handle, offset, length, advice), "advise on", path);

    // A direct read is widened to the boundaries around it; the rest is not used, and only counts as fetched.
    private long Read(SafeFileHandle handle, FilePath path, long offset, int length)
    {
        long start = Alignment.AlignDown(offset, _alignment);
        long end = Alignment.AlignUp(offset + length, _alignment);
        TransferFlags flags = _hint == AccessHint.Uncached ? TransferFlags.Uncached : TransferFlags.None;
        var transfer = new WholeTransfer(handle, path) { Alignment = _alignment, Flags = flags };
        int read = transfer.Read(_buffer.Address, (int)(end - start), start, needed: (int)(offset + length - start));
        return Math.Clamp(start + read - offset, 0, length);
    }

    private static void Require(NativeResult result, string operation, FilePath path)
    {
        if (result.Failed)
        {
            throw new NativeIOException(operation, path, result.Error);
        }
    }
}
