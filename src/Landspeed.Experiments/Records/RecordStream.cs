using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Records;

/// <summary>
/// Transfers complete buffers to standard output and from standard input: a pipe, a file, or anything else.
/// </summary>
/// <param name="handle">Open; owned by the caller.</param>
/// <param name="name">Its name in messages.</param>
/// <param name="stop">Ends all waiting.</param>
internal sealed class RecordStream(SafeFileHandle handle, FilePath name, CancellationToken stop)
{
    /// <summary>The name of standard input in messages.</summary>
    internal static readonly FilePath StandardInput = FilePath.FromText("standard input");

    /// <summary>The name of standard output in messages.</summary>
    internal static readonly FilePath StandardOutput = FilePath.FromText("standard output");

    private readonly StreamEnd _end = new(handle, stop);

    /// <summary>Writes everything.</summary>
    /// <exception cref="NativeIOException">The system refused, for example because there is no reader any
    /// more.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal void Write(ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            bytes = bytes[Move("write", bytes, _end.Write)..];
        }
    }

    /// <summary>Fills memory.</summary>
    /// <returns>Bytes read, fewer only at the end.</returns>
    /// <exception cref="NativeIOException">The system refused.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal int Read(Span<byte> target)
    {
        int done = 0;
        while (done < target.Length && Move("read", target[done..], _end.Read) is > 0 and var moved)
        {
            done += moved;
        }

        return done;
    }

    private unsafe int Move(string operation, ReadOnlySpan<byte> bytes, Func<nint, int, NativeResult> transfer)
    {
        fixed (byte* address = bytes)
        {
            NativeResult moved = transfer((nint)address, bytes.Length);
            if (moved.Error.Kind == NativeErrorKind.Cancelled)
            {
                throw new OperationCanceledException(stop);
            }

            return moved.Succeeded ? (int)moved.Value : throw new NativeIOException(operation, name, moved.Error);
        }
    }
}
