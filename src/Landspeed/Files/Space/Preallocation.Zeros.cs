using System.Globalization;
using Landspeed.Engine;
using Landspeed.Platform;

namespace Landspeed.Files.Space;

/// <summary>
/// Writing zeros: the only preallocation after which reads access the device and rewrites convert nothing.
/// </summary>
internal static partial class Preallocation
{
    /// <summary>Writes zeros over a range, replacing its content and lengthening the file as needed.</summary>
    /// <param name="file">Open for writing; stays open and owned by the caller.</param>
    /// <param name="offset">First byte, 0 or more; on a direct file a multiple of its offset alignment.</param>
    /// <param name="length">
    /// Bytes, 1 or more; on a direct file a multiple of its offset alignment, unless the range reaches the end.
    /// </param>
    /// <param name="buffers">
    /// The pool whose first buffer is cleared and written; on a direct file at least one block long.
    /// </param>
    /// <returns>Outcome: zeros written; they are durable after a flush.</returns>
    /// <exception cref="ArgumentException">The range or the buffer is misaligned for a direct file; nothing
    /// changed.</exception>
    /// <exception cref="InvalidOperationException">The file is open for reading only.</exception>
    /// <exception cref="NativeIOException">
    /// A system call failed. Length and holes are as before, but zeros may have replaced data before the end.
    /// </exception>
    /// <remarks>
    /// One system call per buffer and up to four more; further calls for a file with holes, which is also written back.
    /// Source: pwrite(2).
    /// </remarks>
    public static PreallocationResult WriteZeros(
        StorageFile file, long offset, long length, AlignedBufferPool buffers)
    {
        ArgumentNullException.ThrowIfNull(file);
        ArgumentNullException.ThrowIfNull(buffers);
        ArgumentOutOfRangeException.ThrowIfNegative(offset);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(length);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(length, long.MaxValue - offset);
        file.RequireWritable("write zeros to");
        var rollback = new SpaceRollback(file);
        long alignment = file.EffectiveMode == IoMode.Direct ? file.Geometry.OffsetAlignment : 1;
        CheckZeros(file, offset, length, buffers, alignment, rollback.PreviousLength);
        long available = file.Volume().AvailableBytes;
        buffers.SpanOf(0).Clear();
        NativeResult result = TransferZeros(file, offset, offset + length, buffers, alignment);
        if (result.Succeeded && !Alignment.IsAligned(length, alignment))
        {
            // The last block was written whole: cut off the padding.
            result = Interruptions.Retry(() => NativePlatform.Files.SetLength(file.Handle, offset + length));
        }

        return result.Succeeded
            ? Outcome(file, PreallocationOutcome.ZerosWritten)
            : throw Failure("write zeros to", file, result.Error, offset, length, available, rollback.Undo());
    }

    private static void CheckZeros(
        StorageFile file, long offset, long length, AlignedBufferPool buffers, long alignment, long fileLength)
    {
        bool reachesEnd = offset + length >= fileLength;
        long checkedLength = reachesEnd ? Alignment.AlignUp(length, alignment) : length;
        Misalignment wrong = alignment == 1
            ? Misalignment.None : file.Geometry.CheckWrite(offset, checkedLength, buffers.AddressOf(0));
        if (wrong != Misalignment.None || buffers.BufferSize < alignment)
        {
            throw new ArgumentException(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"direct zeros go in blocks of {alignment} bytes: offset {offset}, length {length}, "
                    + $"buffer of {buffers.BufferSize}; misaligned: {wrong}"),
                nameof(length));
        }
    }

    private static NativeResult TransferZeros(
        StorageFile file, long offset, long end, AlignedBufferPool buffers, long alignment)
    {
        long chunk = Alignment.AlignDown(buffers.BufferSize, alignment);
        long alignedEnd = Alignment.AlignUp(end, alignment);
        nint address = buffers.AddressOf(0);
        var transfer = new WholeTransfer(file.Handle, file.Path) { Alignment = (int)alignment, Flags = file.TransferFlags };
        for (long position = offset; position < end;)
        {
            int wanted = (int)Math.Min(chunk, alignedEnd - position);
            NativeError error = transfer.TryWrite(address, wanted, position);
            if (error.IsError)
            {
                return NativeResult.Failure(error);
            }

            position += wanted;
        }

        return default;
    }
}
