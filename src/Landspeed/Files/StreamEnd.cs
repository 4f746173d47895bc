using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files;

/// <summary>
/// Our end of a pipe, a socket or a terminal: the other end may make us wait for ever, and a stop ends that wait.
/// </summary>
/// <remarks>
/// For use by one thread. Costs one more call per transfer; files, which never make us wait, avoid it.
/// </remarks>
internal sealed class StreamEnd
{
    // A stop is noticed after this long at the latest.
    private const int LongestWaitMilliseconds = 100;

    // PIPE_BUF: what a pipe that reports room accepts without waiting. Source: pipe(7).
    private const int AlwaysFits = 4096;

    private readonly SafeFileHandle _handle;
    private readonly CancellationToken _stop;
    private readonly bool _neverWaits;
    private bool _canRefuse = true;

    /// <summary>Takes one end of a stream.</summary>
    /// <param name="handle">Open; owned by the caller.</param>
    /// <param name="stop">Ends every wait, within a tenth of a second.</param>
    public StreamEnd(SafeFileHandle handle, CancellationToken stop)
    {
        (_handle, _stop) = (handle, stop);
        _neverWaits = NativePlatform.Files.Status(handle, out FileStatus status).Succeeded
            && status.Kind is FileKind.Regular or FileKind.BlockDevice;
    }

    /// <summary>Reads what is available, and waits if nothing is.</summary>
    /// <param name="address">Memory for the bytes.</param>
    /// <param name="length">Bytes wanted, 1 or more.</param>
    /// <returns>Bytes read, 0 at the end; or the error, cancelled after a stop.</returns>
    public NativeResult Read(nint address, int length)
    {
        while (!_stop.IsCancellationRequested)
        {
            if (!_neverWaits && !IsReady(toWrite: false))
            {
                continue;
            }

            // Another reader of the same pipe may have been faster, and the pipe may be non-blocking.
            NativeResult read = NativePlatform.Trees.ReadNext(_handle, address, length);
            if (read.Error.Kind is not (NativeErrorKind.Interrupted or NativeErrorKind.WouldBlock))
            {
                return read;
            }
        }

        return NativeResult.Failure(NativeError.Of(NativeErrorKind.Cancelled));
    }

    /// <summary>Writes as much as there is room for, and waits if there is none.</summary>
    /// <param name="address">The bytes.</param>
    /// <param name="length">Number of bytes, 1 or more.</param>
    /// <returns>Bytes written, possibly fewer; or the error, cancelled after a stop.</returns>
    public NativeResult Write(nint address, int length)
    {
        while (!_stop.IsCancellationRequested)
        {
            NativeResult written = WriteSome(address, length);
            switch (written.Error.Kind)
            {
                case NativeErrorKind.Interrupted:
                    break;
                case NativeErrorKind.WouldBlock:
                    IsReady(toWrite: true);
                    break;
                case NativeErrorKind.NotSupported or NativeErrorKind.InvalidArgument when _canRefuse && !_neverWaits:
                    _canRefuse = false;
                    break;
                default:
                    return written;
            }
        }

        return NativeResult.Failure(NativeError.Of(NativeErrorKind.Cancelled));
    }

    // A shell's pipes support a flag that makes one write non-blocking; named pipes and terminals are given little at a
    // time.
    private NativeResult WriteSome(nint address, int length) =>
        _neverWaits ? NativePlatform.Trees.WriteNext(_handle, address, length)
        : _canRefuse ? NativePlatform.Trees.WriteNextAtOnce(_handle, address, length)
        : IsReady(toWrite: true) ? NativePlatform.Trees.WriteNext(_handle, address, Math.Min(length, AlwaysFits))
        : NativeResult.Failure(NativeError.Of(NativeErrorKind.Interrupted));

    // An error of the stream counts as ready: the transfer reports it.
    private bool IsReady(bool toWrite)
    {
        NativeResult ready = NativePlatform.Trees.WaitReady(_handle, toWrite, LongestWaitMilliseconds);
        return ready.Failed ? ready.Error.Kind != NativeErrorKind.Interrupted : ready.Raw > 0;
    }
}
