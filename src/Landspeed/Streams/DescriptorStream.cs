using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Streams;

/// <summary>
/// Writes where an open file stands, as the next writer of the same open file does: at the end of one that is appended to, into a pipe, to a
/// terminal.
/// </summary>
/// <remarks>
/// For one thread. A FileStream keeps a position of its own, and what others write to the same open file would be overwritten. Without a
/// buffer: each write is at least one system call.
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
                    throw new NativeIOException("write to", path, written.Failed ? written.Error : NativeError.NoProgress);
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
