using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Streams;

/// <summary>
/// Writes where an open file stands, as the next writer of the same open file does: at the end of one that is appended
/// to, into a pipe, to a terminal.
/// </summary>
/// <remarks>
/// For one thread. A FileStream keeps a position of its own, and what others write to the same open file would be
/// overwritten; it reports a file that outgrows the limit of file sizes as a wrong argument. Without a buffer: each
/// write is at least one system call, and what could not be written is not tried again when the stream is closed.
/// </remarks>
/// <param name="handle">Open for writing; closed with the stream.</param>
/// <param name="path">Its name, for messages.</param>
internal sealed unsafe class DescriptorStream(SafeFileHandle handle, FilePath path) : WriteOnlyStream
{
    private readonly StreamEnd _end = new(handle, CancellationToken.None);

    /// <inheritdoc/>
    public override void Write(ReadOnlySpan<byte> buffer)
    {
        fixed (byte* first = buffer)
        {
            for (int done = 0; done < buffer.Length;)
            {
                NativeResult written = _end.Write((nint)(first + done), buffer.Length - done);
                if (written.Failed || written.Raw == 0)
                {
                    NativeError error = written.Failed ? written.Error : NativeError.NoProgress;
                    throw new NativeIOException("write to", path, error);
                }

                done += (int)written.Raw;
            }
        }
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            handle.Dispose();
        }

        base.Dispose(disposing);
    }
}
