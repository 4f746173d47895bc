using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying;

/// <summary>Whole reads and writes of managed bytes on the caller's thread, for what is small.</summary>
internal static unsafe class HandleTransfers
{
    /// <summary>Writes everything.</summary>
    /// <exception cref="NativeIOException">The system refused, or moved nothing.</exception>
    internal static void WriteAll(SafeFileHandle file, FilePath path, ReadOnlySpan<byte> bytes, long offset)
    {
        fixed (byte* start = bytes)
        {
            int done = 0;
            while (done < bytes.Length)
            {
                nint address = (nint)(start + done);
                int length = bytes.Length - done;
                long place = offset + done;
                NativeResult written = Interruptions.Retry(
                    () => NativePlatform.Files.Write(file, address, length, place, TransferFlags.None));
                if (written.Failed || written.Raw == 0)
                {
                    NativeError error = written.Failed ? written.Error : NativeError.Of(NativeErrorKind.NoSpace);
                    throw new NativeIOException("write", path, error, place, length);
                }

                done += (int)written.Raw;
            }
        }
    }

    /// <summary>Fills the bytes.</summary>
    /// <returns>False when the file ends before.</returns>
    /// <exception cref="NativeIOException">The system refused.</exception>
    internal static bool TryReadAll(SafeFileHandle file, FilePath path, Span<byte> bytes, long offset)
    {
        fixed (byte* start = bytes)
        {
            int done = 0;
            while (done < bytes.Length)
            {
                nint address = (nint)(start + done);
                int length = bytes.Length - done;
                long place = offset + done;
                NativeResult read = Interruptions.Retry(
                    () => NativePlatform.Files.Read(file, address, length, place, TransferFlags.None));
                if (read.Failed)
                {
                    throw new NativeIOException("read", path, read.Error, place, length);
                }

                if (read.Raw == 0)
                {
                    return false;
                }

                done += (int)read.Raw;
            }
        }

        return true;
    }
}
