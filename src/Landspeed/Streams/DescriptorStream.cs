using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Streams;

/// <summary>
/// Writes at the position of an open file, as every other writer of the same open file does: at the end of a file
/// opened for appending, to a pipe, to a terminal.
/// </summary>
/// <remarks>
/// For use by one thread. A FileStream keeps its own position and would overwrite what others write to the same open
/// file; it also reports a file that exceeds the file size limit as a wrong argument. Unbuffered: each write is at
/// least one system call, and bytes that could not be written are not retried when the stream is closed.
/// </remarks>
/// <param name="handle">Open for writing; closed with the stream.</param>
/// <param name="path">Its path, for messages.</param>
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
